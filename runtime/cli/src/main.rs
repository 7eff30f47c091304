//! Scores how well an agent can act on a program's errors, from 0 to 3.

mod call;
mod cli;
mod error;
mod report;

use agent_error::Response;
use error::{CommandError, ScoreError};

#[agent_error::main]
fn main() -> Result<Response, ScoreError> {
    let cli: cli::Cli = agent_error::clap::parse().map_err(CommandError::from_usage)?;
    cli.run()
}
