use agent_error::{AgentError, exit};
use std::{fmt, io};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domian = "DB")]
#[error("failed")]
enum DbError {
    #[code("NEAR", exitcode = 5)]
    NearAnother,
    #[code("FAR", colour = "red")]
    FarFromAll,
    #[code("PATH", agent::exit = 5)]
    Path,
    #[code("FIELD")]
    OnField {
        #[context(redact)]
        host: String,
    },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[agent_error(code = "FAILED", sugest = "try again")]
struct Failed;

// The imports are used, although the keys aren't expanded.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = exit::sysexits::DATAERR)]
enum LoadError {
    #[error("not there")]
    #[code("NOT_THERE", exit = exit::NOT_FOUND, sugest = "Create it", classify(type(io::Error, fmt::Error)))]
    NotThere,
}

fn main() {}
