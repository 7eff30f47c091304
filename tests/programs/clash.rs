//! A program in which two types declare a code with different facts. Given a code as its argument, it explains that
//! code.

use agent_error::catalog::{Fields, Filter};
use agent_error::clap::ErrorsCommand;
use agent_error::clap::ErrorsCommandError;
use agent_error::{AgentError, Response};

/// One.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("one")]
#[code("CLASH", exit = 5, shared)]
pub struct One;

/// The other.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("other")]
#[code("CLASH", exit = 6, shared)]
pub struct Other;

/// A third.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("fine")]
#[code("FINE", exit = 7)]
pub struct Fine;

#[agent_error::main(output_flags = true)]
fn main() -> Result<Response, ErrorsCommandError> {
    let command = match std::env::args().nth(1) {
        Some(code) => ErrorsCommand::Explain { code },
        None => ErrorsCommand::List { command: None, filter: Filter::default(), fields: Fields::Lean },
    };
    command.run()
}
