//! The `errors` command with subcommands for tools.

use super::{ErrorsCommand, known, named_errors, parsed_commands, program_catalog, with_warnings};
use crate::catalog::{Catalog, Exits};
use crate::error_set;
use crate::integrations::clap::{CommandExt as _, Manifest};
use crate::process::response::Response;
use crate::ready::errors_command::ErrorsCommandError;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::convert::identity;

/// The `errors` command with the subcommands of [`ErrorsCommand`], and `exits`, `manifest` and `catalog`. Use it like
/// [`ErrorsCommand`]. It makes a program about 100 kB larger.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FullErrorsCommand {
    /// `errors list` or `errors explain`.
    Codes(ErrorsCommand),
    /// `errors exits`: lists the exit codes and how to handle them.
    Exits,
    /// `errors manifest`: lists all commands with their flags and exit codes.
    Manifest,
    /// `errors catalog`: prints the catalog document, for tools.
    Catalog,
}

impl FullErrorsCommand {
    /// Creates the command, which is named `errors`. If the program already has a command of this name, call
    /// [`Command::name`] to choose another one.
    pub fn command() -> Command {
        Self::augment_args(named_errors())
    }

    /// Runs the command like [`ErrorsCommand::run`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`ErrorsCommand::run`].
    pub fn run(&self) -> Result<Response, ErrorsCommandError> {
        self.run_with(identity)
    }

    /// Runs the command like [`run`](Self::run), and prints the catalog that `complete` returns. An MCP server calls
    /// [`Catalog::with_tool`] there.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`ErrorsCommand::run`].
    pub fn run_with(&self, complete: fn(Catalog) -> Catalog) -> Result<Response, ErrorsCommandError> {
        if let Self::Codes(command) = self {
            return command.run();
        }
        let program = parsed_commands();
        let (catalog, problems) = program_catalog(program.as_ref());
        let response = match self {
            Self::Codes(_) | Self::Exits => Response::view(catalog.exits(), Exits::text),
            Self::Catalog => Response::document(complete(catalog).document()),
            Self::Manifest => Response::new(Manifest::of(known(program.as_ref())?, &catalog)),
        };
        Ok(with_warnings(response, &problems))
    }
}

impl Args for FullErrorsCommand {
    fn augment_args(command: Command) -> Command {
        let exits = Command::new("exits").about("List the exit codes and what to do about each");
        let manifest = Command::new("manifest").about("List all commands with their flags and exit codes");
        let document = Command::new("catalog").about("Print the catalog document for tools");
        ErrorsCommand::augment_args(command)
            .subcommands([exits, manifest, document].map(|subcommand| subcommand.errors(error_set![])))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for FullErrorsCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand() {
            Some(("exits", _)) => Ok(Self::Exits),
            Some(("manifest", _)) => Ok(Self::Manifest),
            Some(("catalog", _)) => Ok(Self::Catalog),
            _ => ErrorsCommand::from_arg_matches(matches).map(Self::Codes),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
