//! A program that declares some of this crate's own codes, with the same facts or with different
//! ones.

use agent_error::clap::{ErrorsCommand, get_matches};
use agent_error::{AgentError, Report, Response};
use clap::{Command, FromArgMatches as _};

#[derive(Debug, thiserror::Error, AgentError)]
#[allow(dead_code, reason = "only its catalog counts")]
enum ClaimError {
    #[error("the printer is out of paper")]
    #[code("OUTPUT_NOT_WRITTEN", exit = 6)]
    NoPaper,
    #[error("unknown flag")]
    #[code("UNKNOWN_FLAG", exit = 2, shared)]
    Flag,
    #[error("a bug")]
    #[code("INTERNAL", exit = 99)]
    Bug,
    #[error("no such page")]
    #[code("NOT_FOUND", exit = 44)]
    NoPage,
}

#[agent_error::main]
fn main() -> Result<Response, Report> {
    let matches = get_matches(
        Command::new("claims")
            .subcommand(ErrorsCommand::command())
            .subcommand_required(true),
    )?;
    let errors = matches
        .subcommand_matches("errors")
        .map(ErrorsCommand::from_arg_matches)
        .transpose()?;
    Ok(errors
        .map(|errors| errors.run())
        .transpose()?
        .unwrap_or_else(|| Response::new(())))
}
