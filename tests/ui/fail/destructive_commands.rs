use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("WORD", fix = "dbtool table drop {table}")]
    Word { table: String },
    #[code("CLEAN", fix = "dbtool cache clean")]
    Clean,
    #[code("ALIAS", fix = "git -c alias.tidy=clean tidy -fd")]
    Alias,
    #[code("BEHIND_SUDO", fix = "sudo -- rm {path}")]
    BehindSudo { path: String },
    #[code("CODE_AFTER_DASHES", fix = "sh -c -- 'rm -rf data'")]
    CodeAfterDashes,
    #[code("COMMAND_AFTER_DASHES", fix = "kubectl exec web -- rm -rf /data")]
    CommandAfterDashes,
    #[code("COMMAND_OF_FLAG", fix = "fd . --exec=rm")]
    CommandOfFlag,
    #[code("FLAG", fix = "rsync --delete src/ {host}:dst/")]
    Flag { host: String },
    #[code("FORCE", fix = "dbtool init --force")]
    Force,
    #[code("IN_QUOTES", fix = "psql -c 'DROP TABLE users'")]
    InQuotes,
    #[code("DISCARDED_CHANGES", fix = "git checkout -- .")]
    DiscardedChanges,
    #[code("OVERWRITTEN_BRANCH", fix = "git push origin +main")]
    OverwrittenBranch,
    #[code("RESET", fix = "git reset --hard")]
    Reset,
    #[code("CHECK", side_effects = partial, check = "db delete {id}")]
    Check { id: u8 },
}

fn main() {}
