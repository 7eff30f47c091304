//! `examples/minimal` with clap. With `--cfg errors`, it has the command `errors`; with
//! `--cfg report`, `main` returns a `Report`.

use agent_error::clap::OutputFlags;
use agent_error::{AgentError, Response, exit};
use std::{fs, io};

#[derive(clap::Parser)]
struct Cli {
    #[command(flatten)]
    _output: OutputFlags,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Count the lines of a file
    Count { path: Option<String> },
    /// Show the errors of this program
    #[cfg(errors)]
    Errors(agent_error::clap::ErrorsCommand),
}

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

#[cfg(report)]
use agent_error::Report as CliError;

#[cfg(not(report))]
#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
enum CliError {
    #[code(transparent)]
    Count(#[from] CountError),
    #[code(transparent)]
    Usage(#[from] agent_error::clap::UsageError),
    #[cfg(errors)]
    #[code(transparent)]
    Errors(#[from] agent_error::CatalogError),
}

#[agent_error::main]
fn main() -> Result<Response, CliError> {
    let path = match agent_error::clap::parse_args::<Cli>()?.command {
        Command::Count { path } => path.ok_or(CountError::NoFileGiven)?,
        #[cfg(errors)]
        Command::Errors(errors) => return Ok(errors.run()?),
    };
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => CountError::NotFound { path: path.clone() },
        _ => CountError::Unreadable { path: path.clone(), source: error },
    })?;
    let lines = text.lines().count();
    Ok(Response::new(lines).human(format!("{lines} lines")))
}
