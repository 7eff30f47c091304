use agent_error::Declares;
use agent_error::{AgentError, Code as _, exit};

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

// `concat!` of literals is a doc comment. The name of the second variant says it all.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://example.com/{code}", rename_all = "snake_case")]
enum Named {
    #[doc = concat!("Version ", 2, " is required", '.')]
    #[error("old")]
    #[code(suggest = "Try again")]
    Old,
    #[error("the file does not exist")]
    #[code(suggest = "Try again")]
    FileNotFound {
        #[context]
        handle: std::sync::Mutex<u8>,
        #[context(skip)]
        lock: std::sync::Mutex<u8>,
        #[context(debug)]
        shape: std::fmt::Alignment,
    },
}

// All fields are undecided, but only marked fields can be context.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, context = explicit)]
#[error("failed")]
#[code("EXPLICIT", suggest = "Try again")]
struct ExplicitContext {
    lock: std::sync::Mutex<u8>,
}

fn main() {
    let _ = (Inner::Failed, Named::Old);
    assert_eq!(FailedCode::ALL.len(), 5);
    let named = <Named as Declares>::TYPE.defs;
    assert_eq!(named[0].summary(), Some("Version 2 is required."));
    assert_eq!(
        (named[0].code(), named[1].code()),
        ("old", "file_not_found")
    );
}
