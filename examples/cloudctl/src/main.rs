//! The command-line interface of a cloud. Agents can act on its errors.

mod api_types;
mod auth;
mod balance;
mod cli;
mod client;
mod connection;
mod error;
mod instances;
mod interrupt;
mod offers;
mod prompt;
mod screen;
mod secret;
mod serve;
mod token_file;

use agent_error::{Format, Program, exit};
use error::CliError;
use std::process::ExitCode;

fn main() -> ExitCode {
    let name = env!("CARGO_PKG_NAME");
    let program = Program::new(name).version(env!("CARGO_PKG_VERSION")).agent_format(Format::Nested);
    let program = program.piped_format(Format::Envelope);
    program.exit_overrides(exit_code).handle_signals(true).run(|| {
        let cli = agent_error::clap::parse_args::<cli::Cli>().map_err(CliError::of_usage)?;
        cli.run()
    })
}

/// Maps exit codes that conflict with the API's table, in which 3 is a missing login and 6 an insufficient balance.
fn exit_code(_: &str, declared: u8) -> u8 {
    match declared {
        exit::PARTIAL_FAILURE | exit::CONFLICT => exit::GENERAL_ERROR,
        other => other,
    }
}
