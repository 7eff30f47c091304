//! A program with positional arguments, for which `errors` would be a pattern.

use agent_error::CatalogError;
use agent_error::clap::{CommandExt as _, ErrorsCommand, UsageError, get_matches};
use agent_error::{AgentError, Response};
use clap::{Arg, Command};

#[derive(Debug, thiserror::Error, AgentError)]
enum ReplaceError {
    /// The pattern is not a regular expression.
    #[error("invalid regex: {0}")]
    #[code("REGEX_INVALID", exit = 65, suggest = "Escape it")]
    Regex(#[source] std::fmt::Error),
    #[error(transparent)]
    #[code(transparent)]
    Usage(#[from] UsageError),
    #[error(transparent)]
    #[code(transparent)]
    Errors(#[from] CatalogError),
}

#[agent_error::main]
fn main() -> Result<Response, ReplaceError> {
    let positional = |name: &'static str| Arg::new(name).required(true);
    let command = Command::new("replaces").args([positional("pattern"), positional("replacement")]);
    let explain = Arg::new("explain")
        .long("explain")
        .value_name("CODE")
        .exclusive(true);
    let matches = get_matches(command.arg(explain).output_flags())?;
    if let Some(code) = matches.get_one::<String>("explain") {
        return Ok(ErrorsCommand::explain(code).run()?);
    }
    match matches.get_one::<String>("pattern").map(String::as_str) {
        Some("(") => Err(ReplaceError::Regex(std::fmt::Error)),
        _ => Ok(Response::new(())),
    }
}
