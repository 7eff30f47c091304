//! For programs that use clap: the `errors` command and the output flags.
//!
//! ```
//! use agent_error::clap::{ErrorsCommand, OutputArgs};
//! use clap::{FromArgMatches as _, Subcommand as _};
//!
//! let command = clap::Command::new("tool")
//!     .args(OutputArgs::args())
//!     .subcommand(ErrorsCommand::command());
//! let matches = command.try_get_matches_from(["tool", "errors", "list", "--retryable"]).unwrap();
//! let errors = ErrorsCommand::from_arg_matches(matches.subcommand_matches("errors").unwrap()).unwrap();
//! let response = errors.run().unwrap();
//! # let _ = response;
//! ```
//!
//! With clap's derive, `ErrorsCommand` is the field of a variant and `OutputArgs` is flattened:
//!
//! ```text
//! #[derive(clap::Parser)]
//! struct Cli {
//!     #[command(flatten)]
//!     output: agent_error::clap::OutputArgs,
//!     #[command(subcommand)]
//!     command: Command,
//! }
//!
//! #[derive(clap::Subcommand)]
//! enum Command {
//!     /// The errors that this program can end with.
//!     Errors(agent_error::clap::ErrorsCommand),
//! }
//!
//! #[agent_error::main]
//! fn main() -> Result<Response, ToolError> {
//!     let cli: Cli = agent_error::clap::parse()?;
//!     ...
//! }
//! ```
//!
//! where `ToolError` nests what these can end with: `#[code(transparent)] Usage(#[from] UsageError)` and
//! `#[code(transparent)] Errors(#[from] ErrorsCommandError)`. [`CommandExt`] lets each command say which errors it may end with.

#[cfg(feature = "tooling")]
mod advice;
mod command_ext;
mod errors_command;
#[cfg(debug_assertions)]
mod expected;
mod help;
mod manifest;
mod output_args;
mod parse;
mod tag;
mod tree;
mod usage;

pub use crate::ready::errors_command::ErrorsCommandError;
pub use crate::ready::usage::UsageError;
#[cfg(feature = "tooling")]
pub use advice::{Advice, AdviceError, Falsehood};
pub use command_ext::CommandExt;
pub use errors_command::ErrorsCommand;
pub use manifest::Manifest;
pub use output_args::OutputArgs;
pub use parse::{get_matches, parse};
