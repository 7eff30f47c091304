//! Reproduces the errors of Verda CLI, the command line of a cloud. `tests/verda.md` checks its
//! documentation, statement by statement.
//!
//! Read `error.rs` first: it has the codes and the classification rules. `api.rs` has canned
//! responses instead of a network. The answers to prompts in a terminal are canned, too.

mod api;
mod cli;
mod error;
mod exit;
mod instances;
#[cfg(test)]
mod tests;

use agent_error::{Format, Program, Report, Response};
use clap::{CommandFactory as _, error::ErrorKind};
use serde_json::json;
use std::process::ExitCode;

/// Agents get the documented errors, and other programs in a pipe get envelopes.
const FORMATS: &[Format] = &[agent_error_formats::NESTED, Format::ENVELOPE, Format::BRIEF];

fn main() -> ExitCode {
    let program = Program::with_formats(env!("CARGO_PKG_NAME"), FORMATS)
        .piped(Format::ENVELOPE)
        .handle_signals(true);
    program
        .exit_overrides(exit::documented)
        .panic_exit(exit::GENERAL)
        .run(|| -> Result<Response, Report> {
            if let Some(help) = help_as_data() {
                return Ok(help);
            }
            agent_error::clap::parse_args::<cli::Cli>()
                .map_err(error::of_usage)?
                .run()
        })
}

/// In agent mode, exit code 0 promises JSON on standard output, even for `--help` and `--version`.
fn help_as_data() -> Option<Response> {
    let error = cli::Cli::command().try_get_matches().err()?;
    let key = match error.kind() {
        ErrorKind::DisplayHelp => "help",
        ErrorKind::DisplayVersion => "version",
        _ => return None,
    };
    let is_agent = agent_error::process::format() == agent_error_formats::NESTED;
    is_agent.then(|| Response::new(json!({ key: error.to_string().trim() })))
}
