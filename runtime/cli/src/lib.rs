//! The `agent-error` command-line tool: exports, compares and lints error catalogs, scores the errors of any program,
//! and converts errors between formats.
//!
//! This library exists only for the binary and its tests. To declare errors in your program, use the `agent-error`
//! crate.

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

/// Runs the program with the process's command-line arguments.
pub fn run() -> impl Outcome {
    let cli: Cli = agent_error::clap::parse().map_err(CliError::from_usage)?;
    cli.run()
}
