//! The program `agent-error`, for maintainers and CI.
//!
//! | command | effect |
//! |---|---|
//! | `agent-error export` | Generates schemas, types and documentation from catalogs. |
//! | `agent-error diff` | Checks whether a new catalog, or a new release of several programs, breaks callers of the old one. |
//! | `agent-error lint` | Reports what the codes in catalogs lack, and on which codes several programs disagree. |
//! | `agent-error score` | Rates how well an agent can act on the errors of any program. |
//! | `agent-error convert` | Converts an error from one format to another. |
//!
//! To install the program, run `cargo install agent-error-cli`. The guide [Use catalogs in CI][catalogs] shows how to
//! use it.
//!
//! This library only exists for the program and its tests. To declare errors, use the crate
//! [`agent-error`](https://docs.rs/agent-error).
//!
//! [catalogs]: https://docs.rs/agent-error-tooling/latest/agent_error_tooling/_guide/catalogs/index.html

pub mod arguments;
mod catalogs;
mod cli;
mod convert;
mod diff;
mod error;
mod export;
mod fleet;
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
