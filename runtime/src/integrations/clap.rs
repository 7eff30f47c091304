//! For programs that use clap: the `errors` command and the output flags.
//!
//! ```
//! use agent_error::clap::{CommandExt as _, ErrorsCommand};
//! use clap::{FromArgMatches as _, Subcommand as _};
//!
//! let command = clap::Command::new("tool")
//!     .output_args()
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
//! where `ToolError` nests their errors: `#[code(transparent)] Usage(#[from] UsageError)` and `#[code(transparent)]
//! Errors(#[from] ErrorsCommandError)`. With [`CommandExt`], each command declares the errors that it may end with.
//!
//! # Existing programs
//!
//! A `main` with `Cli::try_parse()?` needs no change. A [`clap::Error`] anywhere in the program's error, also below
//! anyhow, eyre and boxes, is recognized: help and version go to standard output with exit code 0, and an invalid
//! command line has a code of [`UsageError`] and exit code 2. [`parse`] and [`get_matches`] add facts that the error
//! does not have: commands of other levels, the range of a number, all invalid values at once.
//!
//! With `#[agent_error::main(clap_text = true)]`, or [`Program::clap_text`](crate::Program::clap_text), people get
//! clap's own text, byte for byte, and agents the coded error.
//!
//! A program with positional arguments cannot have the command `errors`; it uses [`ErrorsCommand::flag`], as in `tool
//! --errors explain CODE`.
//!
//! # Completions and man pages
//!
//! A build script or an xtask that generates completions and man pages calls the same function as `main`, so that they
//! include `errors`, `--agent` and `--output`. It depends on this crate with the feature `clap`:
//!
//! ```
//! use agent_error::clap::{CommandExt as _, ErrorsCommand};
//! use clap::Command;
//!
//! // In `src/cli.rs`, which `build.rs` includes with `include!("src/cli.rs")`.
//! fn cli() -> Command {
//!     Command::new("tool").subcommand(Command::new("sync")).subcommand(ErrorsCommand::command()).output_args()
//! }
//!
//! // In `build.rs`; `clap_complete::generate_to` and `clap_mangen::generate_to` take it as it is.
//! let mut command = cli();
//! command.build();
//! assert!(command.find_subcommand("errors").is_some_and(|errors| errors.find_subcommand("explain").is_some()));
//! assert!(command.get_arguments().any(|arg| arg.get_long() == Some("agent")));
//! ```
//!
//! With clap's derive, the same file has `Cli`, and `build.rs` calls `Cli::command()`.

mod choices;
mod command_ext;
mod commands;
mod errors_command;
mod errors_flag;
#[cfg(debug_assertions)]
mod expected;
mod given;
mod help;
mod lookup;
mod manifest;
mod number;
mod output_args;
mod parse;
mod secrets;
mod tag;
mod tree;
mod usage;
mod words;

pub use crate::ready::errors_command::ErrorsCommandError;
pub use crate::ready::usage::UsageError;
pub use command_ext::CommandExt;
pub use errors_command::ErrorsCommand;
pub use manifest::Manifest;
pub use output_args::OutputArgs;
use parse::get_matches_from;
pub use parse::{get_matches, parse};
pub(super) use words::COMMAND_LINE;
