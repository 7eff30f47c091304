//! The command line of a cloud, whose every failure an agent can act on.

mod api;
mod auth;
mod balance;
mod cli;
mod client;
mod connection;
mod error;
mod instances;
mod path;
mod prompt;
mod screen;
mod secret;
mod serve;
mod token_file;

use agent_error::{Format, Program};
use error::CliError;
use std::process::ExitCode;

fn main() -> ExitCode {
    let program = Program::new(env!("CARGO_PKG_NAME")).version(env!("CARGO_PKG_VERSION"));
    program.agent_format(Format::Nested).run(|| agent_error::clap::parse::<cli::Cli>().map_err(CliError::from)?.run())
}
