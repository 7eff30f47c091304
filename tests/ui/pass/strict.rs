use agent_error::Declares;
use agent_error::{AgentError, Code as _, exit};

macro_rules! text {
    () => {
        "Read by rustdoc only."
    };
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://example.com/{code}", codes = FailedCode, retired("OLD", "OLDER" = "use FAILED"))]
enum Failed {
    /// It failed.
    #[error("it failed, and more...")]
    #[code("FAILED", suggest = "Try again")]
    Failed,
    /// A command repairs it.
    #[error("repair it")]
    #[code("REPAIRED", fix = "tool repair")]
    Repaired,
    /// Nothing can be done.
    #[error("a bug")]
    #[code("BUG", exit = exit::sysexits::SOFTWARE)]
    Bug,
    /// A bug, too, which the code says.
    #[error("a bug inside")]
    #[code("INTERNAL_BUG")]
    Internal,
    /// All is lost.
    #[error("lost")]
    #[code("LOST", severity = critical)]
    Lost,
    #[error(transparent)]
    #[code(transparent)]
    Other(agent_error::ErrorRecord),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
enum Inner {
    /// It failed inside.
    #[error("it failed inside")]
    #[code("INNER_FAILED", suggest = "Try again")]
    Failed,
}

// The derive can't read this summary, but it exists.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://example.com/{code}")]
enum UnreadSummary {
    #[doc = text!()]
    #[error("unread")]
    #[code("UNREAD", suggest = "Try again")]
    Unread,
}

fn main() {
    let _ = (Inner::Failed, UnreadSummary::Unread);
    assert_eq!(FailedCode::ALL.len(), 5);
    assert_eq!(<UnreadSummary as Declares>::TYPE.defs[0].summary(), None);
}
