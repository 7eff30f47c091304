//! The command line of a cloud, with errors that an agent can act on.

mod api;
mod auth;
mod balance;
mod cli;
mod client;
mod connection;
mod error;
mod instances;
mod interrupt;
mod prompt;
mod screen;
mod secret;
mod serve;
mod token_file;

use agent_error::Program;
use error::CliError;
use prompt::{AGENT_FORMAT, Audience};
use std::process::ExitCode;

fn main() -> ExitCode {
    let name = env!("CARGO_PKG_NAME");
    let program = Program::new(name).version(env!("CARGO_PKG_VERSION")).agent_format(AGENT_FORMAT);
    let audience = Audience::of(program.format());
    program.run(|| agent_error::clap::parse::<cli::Cli>().map_err(CliError::from)?.run(audience))
}
