//! Converts errors from any format to any other.

mod cli;
mod convert;
mod diagnose;
mod error;
mod input;
mod output;

use error::ConvertError;
use std::process::ExitCode;

#[agent_error::main]
fn main() -> Result<ExitCode, ConvertError> {
    agent_error::clap::parse::<cli::Cli>()?.run()
}
