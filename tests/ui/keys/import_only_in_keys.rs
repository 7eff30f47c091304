use agent_error::{AgentError, exit};
use std::{fmt, io};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = exit::sysexits::DATAERR)]
enum LoadError {
    #[error("not there")]
    #[code("NOT_THERE", exit = exit::NOT_FOUND, sugest = "Create it", classify(type(io::Error, fmt::Error)))]
    NotThere,
}

fn main() {}
