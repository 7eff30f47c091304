//! File and process tools for agents, with a code and a hint for every failure.
//!
//! This example reproduces the tool errors of errfmt. Start with `error.rs`, then read
//! `tests/errfmt.md`.

mod cli;
mod error;
mod provider;
mod state;
#[cfg(test)]
mod tests;
mod tools;

use agent_error::{Format, Program};
use error::ToolError;
use std::process::ExitCode;

/// Agents and pipes get the errors of errfmt.
const FORMATS: &[Format] = &[agent_error_formats::TAGGED, Format::ENVELOPE, Format::BRIEF];

fn main() -> ExitCode {
    let program = Program::with_formats(env!("CARGO_BIN_NAME"), FORMATS);
    program.run(|| {
        agent_error::clap::parse_args::<cli::Cli>()
            .map_err(ToolError::of_usage)?
            .run()
    })
}
