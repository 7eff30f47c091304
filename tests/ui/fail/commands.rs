use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("EMPTY", fix = "")]
    Empty,
    #[code("AND", fix = "db up && db down")]
    And,
    #[code("BACKSLASH_BEFORE_VALUE", fix = "db grant \\{user}")]
    BackslashBeforeValue { user: String },
    #[code("COMMAND_SUBSTITUTION", fix = "db up `hostname`")]
    CommandSubstitution,
    #[code("COMMENT_BEFORE_VALUE", fix = "db grant # {user}")]
    CommentBeforeValue { user: String },
    #[code("FILE_NAME_PATTERN", fix = "/bin/r[m] data")]
    FileNamePattern,
    #[code("INPUT", fix = "db up < file")]
    Input,
    #[code("NEWLINE", fix = "db up\ndb down")]
    Newline,
    #[code("PIPE", fix = "db up | cat")]
    Pipe,
    #[code("QUOTED_PIPE", fix = "db grep 'a|b'")]
    QuotedPipe,
    #[code("REDIRECTION", fix = "db up > log")]
    Redirection,
    #[code("SEMICOLON", fix = "db up; db down")]
    Semicolon,
    #[code("VARIABLE", fix = "db up $HOST")]
    Variable,
    #[code("UNCLOSED_QUOTE", fix = "db up --host 'a")]
    UnclosedQuote,
    #[code("QUOTES_AROUND_VALUE", fix = "db up --host '{host}'")]
    QuotesAroundValue { host: String },
    #[code("FORMAT_SPEC", fix = "db up --port {port:>6}")]
    FormatSpec { port: u16 },
    #[code("VALUE_AS_CODE", fix = "eval {command}")]
    ValueAsCode { command: String },
    #[code("VALUE_AS_CODE_OF_SHELL", fix = "sh -c {command}")]
    ValueAsCodeOfShell { command: String },
    #[code("VALUE_AS_FLAG", fix = "db up --{mode}")]
    ValueAsFlag { mode: String },
    #[code("VALUE_AS_PROGRAM_BEHIND_SUDO", fix = "sudo -u root -- {tool}")]
    ValueAsProgramBehindSudo { tool: String },
    #[code("HISTORY_EVENT", fix = "db grant !{user}")]
    HistoryEvent { user: String },
    #[code("VALUE_AS_EDITOR", fix = "GIT_SEQUENCE_EDITOR={editor} git rebase -i")]
    ValueAsEditor { editor: String },
    #[code("VALUE_AS_OPTION_WITH_CODE", fix = "git -C data rebase -ix {command}")]
    ValueAsOptionWithCode { command: String },
    #[code("STOPPED_BY_FIX", fix = "systemctl --user stop db")]
    StoppedByFix,
    #[code("CHECK_WITH_PIPE", side_effects = partial, check = "db show | head")]
    CheckWithPipe,
    #[code("VALUE_IN_SUGGESTION", suggest = "Pass `--path {path}`, or run `rm -rf {path}`")]
    ValueInSuggestion { path: String },
    #[code("SEVERAL_MISTAKES", fix = "db list {kind:?} | rm > {log}; db up")]
    SeveralMistakes { kind: String },
    #[code("ACTIONS", actions("", "db.show {", "db show {berth}", "db_show_{id}", "{id}", "GET /berths/{id}", "db show '{id}'"))]
    Actions { id: u8 },
    #[code("ACTIONS_AS_CODE", actions("sh -c {id}", "db drop {id}", "db show {pin}", "GET /{other}", "db show {id}"))]
    ActionsAsCode {
        id: u8,
        #[context(secret)]
        pin: u8,
    },
    #[code("VALUES_FROM")]
    ValuesFrom {
        #[context(values_from = "db list {kind:?} {")]
        with_brace: String,
        #[context(values_from = "sh -c {empty}")]
        with_code: String,
        #[context(values_from = "")]
        empty: String,
        #[context(values_from = "db list {kind}")]
        with_field: String,
        #[context(values_from = "db list | head")]
        with_pipe: String,
        #[context(values_from = "db drop --list")]
        destructive: String,
    },
}

fn main() {}
