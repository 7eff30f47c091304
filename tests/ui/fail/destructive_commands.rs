use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("WORD", fix = "dbtool table drop {table}")]
    Word { table: String },
    #[code("ALIAS", fix = "git -c alias.tidy=clean tidy -fd")]
    Alias,
    #[code("COMMAND_OF_FLAG", fix = "fd . --exec=rm")]
    CommandOfFlag,
    #[code("FLAG", fix = "rsync --delete src/ {host}:dst/")]
    Flag { host: String },
    #[code("FORCE", fix = "dbtool init --force")]
    Force,
    #[code("DISCARDED_CHANGES", fix = "git checkout -- .")]
    DiscardedChanges,
    #[code("CHECK", side_effects = partial, check = "db delete {id}")]
    Check { id: u8 },
}

fn main() {}
