//! A program that writes to a file with `--output`, so the format has another flag. Its entry is a
//! function that takes arguments.

use agent_error::clap::{CommandExt as _, UsageError, get_matches_from};
use agent_error::{AgentError, Response};
use clap::{Arg, Command};
use std::ffi::OsString;

#[derive(Debug, thiserror::Error, AgentError)]
enum RenameError {
    /// The file can't be written.
    #[error("cannot write {path}")]
    #[code("FILE_NOT_WRITTEN", exit = 73)]
    NotWritten { path: String },
    #[error(transparent)]
    #[code(transparent)]
    Usage(#[from] UsageError),
}

#[agent_error::main(output_flag = "error-format")]
fn main() -> Result<Response, RenameError> {
    // The first argument selects the arguments that the library gets.
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    arguments.remove(1);
    run(arguments)
}

fn run(arguments: Vec<OsString>) -> Result<Response, RenameError> {
    let output = Arg::new("output").long("output").value_name("FILE");
    let command = Command::new("renames").arg(output).output_flags();
    let matches = get_matches_from(command, arguments)?;
    match matches.get_one::<String>("output") {
        Some(path) => Err(RenameError::NotWritten { path: path.clone() }),
        None => Ok(Response::new(())),
    }
}
