use agent_error::AgentError;

#[path = "../frameworks.rs"]
mod frameworks;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
#[error("Failed.")]
#[code("FAILED")]
struct FailedError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://e.com/{code}")]
enum DbError {
    /// It failed.
    #[error("it\nfailed")]
    #[code("NEWLINE", suggest = "Try")]
    MessageWithNewline,
    /// It failed.
    #[error("It failed.")]
    #[code("PERIOD", suggest = "Try")]
    MessageWithPeriod,
    #[error("failed")]
    #[code("DOC", suggest = "Try")]
    Undocumented,
    /// It failed.
    #[error("failed")]
    #[code("SUGGESTION")]
    WithoutSuggestion,
    /// It failed.
    #[error("failed")]
    #[code("SLOW", exit = agent_error::exit::TIMEOUT, suggest = "Try again")]
    WithoutCheck,
    /// It failed.
    #[error("failed")]
    #[code("BUSY", exit = agent_error::exit::UNAVAILABLE, suggest = "Try again", retry_after = "1s")]
    WithoutGrowth,
    /// It failed.
    #[error("the connection was lost")]
    #[code("API_DISCONNECTED", exit = agent_error::exit::UNAVAILABLE, suggest = "Try again")]
    UnsafeRetry,
    /// It failed.
    #[error("failed")]
    #[code("HALF_DONE", side_effects = unknown, check = "tool show", fix = "tool repair", suggest = "Look first")]
    BlindFix,
    /// It failed.
    #[error("the plan {plan} is not offered")]
    #[code("PLAN_INVALID", suggest = "Correct the plan")]
    WithoutValidValues { plan: String },
    /// It failed.
    #[error("cannot save: close the other window")]
    #[code("WINDOW_OPEN", suggest = "Close the other window")]
    Repeated,
    /// An action shows what the call has done.
    #[error("the connection was lost")]
    #[code("JOB_INTERRUPTED", side_effects = unknown, suggest = "Try again", actions("jobs.list"))]
    WithAction,
}

/// A server and a command-line program share these errors.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://e.com/{code}", integrate(mcp = frameworks::mcp))]
enum SharedError {
    /// The hint contains a flag.
    #[error("no token")]
    #[code("TOKEN_MISSING", suggest = "Ask the owner for a token, and pass `--token`")]
    HintWithFlag,
    /// The condition contains a command.
    #[error("no session")]
    #[code("SESSION_MISSING", fix_required = "run `tool login` first", suggest(mcp = "Call `login`"))]
    ConditionWithCommand,
    /// Each caller has a hint.
    #[error("no user")]
    #[code("USER_MISSING", suggest(cli = "Run `tool login`", mcp = "Call `login`"), suggest = "Log in")]
    HintForEach,
}

fn main() {}
