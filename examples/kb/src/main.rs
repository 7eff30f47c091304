//! A knowledge base for agents, on the command line and as an MCP server.
//!
//! This example reproduces the errors of Pyrite. Start with `error.rs`, then read
//! `tests/pyrite.md`.

mod cli;
mod entry;
mod error;
mod kb;
mod server;
#[cfg(test)]
mod tests;

use agent_error::{Format, Program};
use std::process::ExitCode;

/// Agents get the errors of Pyrite.
const FORMATS: &[Format] = &[agent_error_formats::FLAT, Format::ENVELOPE, Format::BRIEF];

fn main() -> ExitCode {
    let program = Program::with_formats(env!("CARGO_PKG_NAME"), FORMATS)
        .piped(Format::HUMAN)
        .output_variable("")
        .handle_signals(true);
    program.run(|| cli::Cli::parse_args()?.run())
}
