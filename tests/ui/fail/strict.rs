use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
#[error("Failed.")]
#[code("FAILED")]
struct EverythingMissing;

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
    WithoutDoc,
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
}

fn main() {}
