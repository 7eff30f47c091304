//! Counts the lines of a file. This is a minimal program whose errors agents can act on.
//!
//! The program prints text in a terminal, and a line of JSON in a pipe or under `CI`. To start your
//! own program, copy this file and add `agent-error` and `thiserror` to your dependencies.

use agent_error::{AgentError, Response, exit};
use std::{env, fs, io};

/// The errors of the program. Each variant has a stable code and an exit code.
#[derive(Debug, thiserror::Error, AgentError)]
enum CountError {
    /// No file was given.
    #[error("no file given")]
    #[code("NO_FILE_GIVEN", exit = exit::ARG_ERROR, suggest = "Pass a file: `minimal PATH`")]
    NoFileGiven,

    /// The file doesn't exist.
    #[error("{path} does not exist")]
    #[code("FILE_NOT_FOUND", exit = exit::NOT_FOUND, suggest = "Check the path")]
    NotFound { path: String },

    /// The file exists but can't be read.
    #[error("cannot read {path}")]
    #[code("FILE_UNREADABLE", exit = exit::GENERAL_ERROR)]
    Unreadable { path: String, source: io::Error },
}

#[agent_error::main]
fn main() -> Result<Response, CountError> {
    let path = env::args().nth(1).ok_or(CountError::NoFileGiven)?;
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => CountError::NotFound { path: path.clone() },
        _ => CountError::Unreadable {
            path: path.clone(),
            source: error,
        },
    })?;
    let lines = text.lines().count();
    Ok(Response::new(lines).human(format!("{lines} lines")))
}
