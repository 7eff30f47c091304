//! A program whose `main` returns `Report`, and which doesn't nest any error of the library.

use agent_error::Report;
use agent_error::clap::{FullErrorsCommand, get_matches};
use agent_error::{AgentError, Response};
use clap::{Command, FromArgMatches as _};

/// No user has this name.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("no such user")]
#[code("USER_NOT_FOUND", exit = 5)]
struct NoUser;

/// The error of accounts, whose template for URLs also applies to a report of `NoUser`.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://reports.example.com/{code}")]
#[error(transparent)]
#[allow(dead_code, reason = "only its declaration counts")]
enum AccountError {
    #[code(transparent)]
    NoUser(#[from] NoUser),
}

#[agent_error::main(read_flags = true)]
fn main() -> Result<Response, Report> {
    let command = Command::new("reports")
        .version("1.0.0")
        .subcommand(FullErrorsCommand::command());
    match get_matches(command)?.subcommand_matches("errors") {
        Some(errors) => Ok(FullErrorsCommand::from_arg_matches(errors)?.run()?),
        None => Err(NoUser.into()),
    }
}
