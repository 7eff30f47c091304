//! Support for clap: the `errors` command, output flags and coded usage errors.
//!
//! The [guide](crate::_guide::cli) builds a program with [`OutputFlags`], [`ErrorsCommand`] and
//! [`parse_args`].
//!
//! With clap's builder, call [`CommandExt::output_flags`] and add [`ErrorsCommand::command`] as a
//! subcommand. Pass the matches of the subcommand to
//! [`ErrorsCommand::from_arg_matches`](clap::FromArgMatches::from_arg_matches).
//!
//! If `main` calls `Cli::try_parse()?`, set `#[agent_error::main(clap_text = false)]` or add
//! [`OutputFlags`]. The program then recognizes a [`clap::Error`] anywhere in the returned error.
//! [`parse_args`] and [`get_matches`] add information that a `clap::Error` lacks: similar
//! subcommands of other commands, the flags of the command, and the environment variable that an
//! invalid value comes from. To adopt this module in an existing program, see the
//! [guide](crate::_guide::adopting#add-flags).
//!
//! To include `errors`, `--agent` and `--output` in completions and man pages, generate them from
//! the same function that `main` uses, and call [`build`](clap::Command::build) on the command
//! first.

mod advice;
mod command_ext;
mod command_line;
mod declared;
mod errors_command;
mod failed_call;
mod flags;
mod global_options;
mod help;
mod listings;
mod manifest;
mod mistake;
mod numbers;
mod output_flags;
mod parse;
mod redacted;
mod source;
mod tree;
pub(crate) mod usage_error;

pub use crate::vocabulary::Danger;
pub use command_ext::CommandExt;
#[doc(hidden)]
pub use declared::values_from as __values_from;
pub use errors_command::{ErrorsCommand, FullErrorsCommand};
#[doc(hidden)]
pub use global_options::selects_data as __selects_data;
#[doc(hidden)]
pub use manifest::Manifest;
pub use output_flags::OutputFlags;
pub use parse::{get_matches, get_matches_from, parse_args, parse_args_from};
pub use usage_error::UsageError;
