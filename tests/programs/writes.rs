//! Writes a response, an error, a panic, help, or its errors, as its first argument specifies.

use agent_error::clap::{CommandExt as _, ErrorsCommand, get_matches};
use agent_error::{AgentError, Report, Response};
use clap::{Command, FromArgMatches as _};

#[derive(Debug, thiserror::Error, AgentError)]
enum WriteError {
    /// Nothing works.
    #[error("nothing works")]
    #[code(
        "NOTHING_WORKS",
        exit = 12,
        detail = "{text}",
        actions(
            "response",
            "orders_list",
            "writes error --as={name}",
            "writes gone --as={name}"
        )
    )]
    Nothing {
        name: &'static str,
        #[context(skip)]
        text: String,
    },
}

#[allow(clippy::panic, reason = "what becomes of a panic is tested")]
#[agent_error::main]
fn main() -> Result<Response, Report> {
    let modes = ["response", "error", "panic"].map(Command::new);
    let command = Command::new("writes")
        .subcommands(modes)
        .subcommand(ErrorsCommand::command())
        .output_flags();
    let matches = get_matches(command)?;
    match matches.subcommand() {
        Some(("errors", errors)) => Ok(ErrorsCommand::from_arg_matches(errors)?.run()?),
        Some(("panic", _)) => panic!("on purpose"),
        Some(("error", _)) => Err(WriteError::Nothing {
            name: "my error",
            text: "x".repeat(60_000),
        }
        .into()),
        _ => Ok(Response::new("x".repeat(1 << 20))),
    }
}
