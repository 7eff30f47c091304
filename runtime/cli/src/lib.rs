//! The program `agent-error`: scores the errors of any program and converts errors between formats.
//!
//! This library exists for the program and its tests. Programs that declare errors use the crate `agent-error`.

pub mod arguments;
mod catalogs;
mod cli;
mod convert;
mod diff;
mod error;
mod export;
mod input_error;
mod lint;
mod outcome;
mod program;
mod score;
pub mod source;
mod timeout;

use agent_error::process::Outcome;
use cli::Cli;
use error::CliError;

/// Runs the program with the arguments of the process.
pub fn run() -> impl Outcome {
    let cli: Cli = agent_error::clap::parse().map_err(CliError::from_usage)?;
    cli.run()
}
