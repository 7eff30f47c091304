//! Counts the lines of a file: the smallest program with errors that an agent can act on.
//!
//! It prints text in a terminal, and one line of JSON in a pipe and under `CI`. To start a program, copy this file and
//! add `agent-error` and `thiserror` to its dependencies.

use agent_error::{AgentError, Response, exit};
use std::{env, fs, io};

/// All errors of the program. Each variant has a code that never changes, and an exit code.
#[derive(Debug, thiserror::Error, AgentError)]
enum CountError {
    /// The command line names no file.
    #[error("no file is given")]
    #[code("NO_FILE_GIVEN", exit = exit::ARG_ERROR, suggest = "Pass the path of a file: `minimal PATH`")]
    NoFileGiven,

    /// The file does not exist.
    #[error("{path} does not exist")]
    #[code("FILE_NOT_FOUND", exit = exit::NOT_FOUND, suggest = "Check the path")]
    NotFound { path: String },

    /// The file exists, but cannot be read.
    #[error("cannot read {path}")]
    #[code("FILE_UNREADABLE", exit = exit::GENERAL_ERROR)]
    Unreadable { path: String, source: io::Error },
}

#[agent_error::main]
fn main() -> Result<Response, CountError> {
    let path = env::args().nth(1).ok_or(CountError::NoFileGiven)?;
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => CountError::NotFound { path: path.clone() },
        _ => CountError::Unreadable { path: path.clone(), source: error },
    })?;
    let lines = text.lines().count();
    Ok(Response::new(lines).human(format!("{lines} lines")))
}
