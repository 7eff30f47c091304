//! What the `errors` command can end with.

use super::catalog_error::CatalogError;
#[cfg(feature = "tooling")]
use super::diff_error::DiffError;
#[cfg(feature = "tooling")]
use super::export_error::ExportError;
#[cfg(feature = "tooling")]
use super::lint_error::LintError;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::error::Error;
use std::fmt;

/// What the `errors` command can end with.
///
/// A program that offers it nests this type: `#[code(transparent)] Errors(#[from] ErrorsCommandError)`.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unlinked)]
#[non_exhaustive]
pub enum ErrorsCommandError {
    /// A code is not known, or types declare it twice.
    #[code(transparent)]
    Catalog(CatalogError),
    /// The program has no such command.
    #[code("UNKNOWN_COMMAND", exit = exit::ARG_ERROR, suggest = "{advice}", shared)]
    UnknownCommand {
        /// What was asked for.
        command: String,
        /// Commands that look like it, the nearest first.
        nearest: Vec<String>,
        /// How the program is called.
        usage: Option<String>,
        /// What to do, in a sentence.
        #[context(skip)]
        advice: String,
    },
    /// The program does not know its own commands.
    #[code(
        "COMMANDS_NOT_TOLD",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Report this as a bug of the program: it has to tell `errors` its commands with `ErrorsCommand::run_for`",
        shared
    )]
    CommandsNotTold,
    /// The catalog lacks something that an agent needs.
    #[cfg(feature = "tooling")]
    #[code(transparent)]
    Lint(LintError),
    /// The catalog could not be exported.
    #[cfg(feature = "tooling")]
    #[code(transparent)]
    Export(ExportError),
    /// Two catalogs could not be compared, or the newer one breaks those who rely on the older one.
    #[cfg(feature = "tooling")]
    #[code(transparent)]
    Diff(DiffError),
}

impl ErrorsCommandError {
    pub(crate) fn unknown_command(command: &str, nearest: Vec<String>, usage: String) -> Self {
        const WHERE: &str = "The command `errors manifest` of this program shows all commands";
        let advice = match nearest.first() {
            Some(nearest) => format!("Did you mean \"{nearest}\"? {WHERE}"),
            None => WHERE.to_owned(),
        };
        Self::UnknownCommand { command: command.to_owned(), nearest, usage: Some(usage), advice }
    }

    /// The error of the part that failed.
    fn part(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::UnknownCommand { .. } | Self::CommandsNotTold => None,
            Self::Catalog(error) => Some(error),
            #[cfg(feature = "tooling")]
            Self::Lint(error) => Some(error),
            #[cfg(feature = "tooling")]
            Self::Export(error) => Some(error),
            #[cfg(feature = "tooling")]
            Self::Diff(error) => Some(error),
        }
    }
}

impl fmt::Display for ErrorsCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand { command, .. } => write!(f, "there is no command `{command}`"),
            Self::CommandsNotTold => f.write_str("this program does not know its own commands"),
            Self::Catalog(error) => error.fmt(f),
            #[cfg(feature = "tooling")]
            Self::Lint(error) => error.fmt(f),
            #[cfg(feature = "tooling")]
            Self::Export(error) => error.fmt(f),
            #[cfg(feature = "tooling")]
            Self::Diff(error) => error.fmt(f),
        }
    }
}

impl Error for ErrorsCommandError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.part().and_then(Error::source)
    }
}

macro_rules! from {
    ($($part:ident($error:ty)),*) => {
        $(impl From<$error> for ErrorsCommandError {
            fn from(error: $error) -> Self {
                Self::$part(error)
            }
        })*
    };
}

from!(Catalog(CatalogError));
#[cfg(feature = "tooling")]
from!(Lint(LintError), Export(ExportError), Diff(DiffError));
