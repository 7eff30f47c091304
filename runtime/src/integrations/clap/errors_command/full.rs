//! The `errors` command with subcommands for tools.

use super::{
    ALL, ErrorsCommand, all, known, named_errors, parsed_commands, program_catalog, with_flag,
    with_subcommand_required, with_warnings,
};
use crate::catalog::{Catalog, Exits};
use crate::error_set;
use crate::integrations::clap::{CommandExt as _, Manifest};
use crate::process::response::Response;
use crate::ready::errors_command::ErrorsCommandError;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
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
    Manifest {
        /// Whether to include the codes of each command. See [`Manifest::with_all`].
        all: bool,
    },
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
        self.run_in(parsed_commands().as_ref(), identity)
    }

    /// Runs the command like [`run`](Self::run), and prints the catalog that `complete` returns. An MCP server calls
    /// [`Catalog::with_tool`] there.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`ErrorsCommand::run`].
    pub fn run_with(&self, complete: fn(Catalog) -> Catalog) -> Result<Response, ErrorsCommandError> {
        self.run_in(parsed_commands().as_ref(), complete)
    }

    /// Runs the command for a program with these commands, like [`ErrorsCommand::run_for`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`ErrorsCommand::run`].
    pub fn run_for(&self, program: &Command) -> Result<Response, ErrorsCommandError> {
        self.run_in(Some(program), identity)
    }

    fn run_in(
        &self,
        program: Option<&Command>,
        complete: fn(Catalog) -> Catalog,
    ) -> Result<Response, ErrorsCommandError> {
        if let Self::Codes(command) = self {
            return command.run_in(program);
        }
        let (catalog, problems) = program_catalog(program);
        let response = match self {
            Self::Codes(_) | Self::Exits => Response::view(catalog.exits(), Exits::text),
            Self::Catalog => Response::document(complete(catalog).document()),
            Self::Manifest { all } => {
                let manifest = if *all { Manifest::with_all } else { Manifest::of }(known(program)?, &catalog);
                Response::view(manifest, Manifest::text)
            }
        };
        Ok(with_warnings(response, &problems))
    }
}

impl Subcommand for FullErrorsCommand {
    fn augment_subcommands(command: Command) -> Command {
        let exits = Command::new("exits").about("List the exit codes and what to do about each");
        let manifest = Command::new("manifest").about("List all commands with their flags and exit codes");
        let manifest = manifest.defer(|manifest| {
            let extended = all("Also list the codes of each command");
            with_flag(manifest, extended, "all", "errors-all")
        });
        ErrorsCommand::augment_subcommands(command)
            .subcommand(exits.errors(error_set![]))
            .subcommand(manifest.errors(error_set![]))
            .subcommand(Command::new("catalog").about("Print the catalog document for tools").errors(error_set![]))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        Self::command().find_subcommand(name).is_some()
    }
}

impl Args for FullErrorsCommand {
    fn augment_args(command: Command) -> Command {
        with_subcommand_required(Self::augment_subcommands(command))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }
}

impl FromArgMatches for FullErrorsCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand() {
            Some(("exits", _)) => Ok(Self::Exits),
            Some(("manifest", manifest)) => Ok(Self::Manifest { all: manifest.get_flag(ALL) }),
            Some(("catalog", _)) => Ok(Self::Catalog),
            _ => ErrorsCommand::from_arg_matches(matches).map(Self::Codes),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
