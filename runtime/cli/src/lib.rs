//! The command-line tool `agent-error`, for maintainers and CI.
//!
//! | command | effect |
//! |---|---|
//! | `agent-error export` | Generates schemas and documentation from catalogs. |
//! | `agent-error diff` | Checks whether a newer release of a program breaks its callers. |
//! | `agent-error lint` | Reports codes that lack information, and codes whose facts differ between programs. |
//! | `agent-error score` | Checks how well an agent can act on a program's errors. |
//!
//! To install the tool, run `cargo install agent-error-cli`. For usage, see the guide [Keep codes
//! and advice correct][guide].
//!
//! This library only exists for the tool and its tests. To declare errors, use the crate
//! [`agent-error`](https://docs.rs/agent-error).
//!
//! [guide]: https://docs.rs/agent-error-testing/latest/agent_error_testing/_guide/stable_codes/index.html

#[doc = include_str!("codes.md")]
pub mod _codes {}
mod cli;
mod diff;
mod error;
mod export;
mod lint;
mod score;
mod source;

use agent_error::process::Outcome;
use cli::Cli;
use error::CliError;

/// Parses the command-line arguments of the process and runs the subcommand.
pub fn run() -> impl Outcome {
    let cli: Cli = agent_error::clap::parse_args().map_err(CliError::from)?;
    cli.run()
}
