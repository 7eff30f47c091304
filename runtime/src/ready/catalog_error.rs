//! Errors that occur when a catalog is built or queried.

#[cfg(any(feature = "catalog", debug_assertions))]
use crate::definition::def::Entry;
use crate::registry::search::announce_listed;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::error::Error;
use std::fmt;

/// The error returned if a catalog is invalid, or doesn't contain a code.
///
/// If your program shows its catalog, nest this type:
/// `#[code(transparent)] Errors(#[from] CatalogError)`.
///
/// Its codes are `UNKNOWN_ERROR_CODE` and `DUPLICATE_ERROR_CODE`. The `errors` command also returns
/// `UNKNOWN_COMMAND`, and `COMMANDS_NOT_DECLARED` if the program doesn't parse its command line
/// with this crate.
///
/// ```
/// use agent_error::{AgentError, Catalog, CatalogError, Response};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum ToolError {
///     #[error(transparent)]
///     #[code(transparent)]
///     Errors(#[from] CatalogError),
/// }
///
/// fn explain(code: &str) -> Result<Response, ToolError> {
///     Ok(Catalog::complete()?.explain(code)?)
/// }
///
/// let error = explain("INTERNALL").unwrap_err();
/// assert_eq!(error.code(), "UNKNOWN_ERROR_CODE");
/// assert_eq!(error.to_string(), "unknown error code `INTERNALL`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(transparent)]
pub struct CatalogError(Problem);

#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
enum Problem {
    /// The program doesn't declare this code.
    #[code("UNKNOWN_ERROR_CODE", exit = exit::NOT_FOUND, suggest = "{advice}", phase = validation, shared)]
    UnknownCode {
        /// The requested code.
        code: String,
        /// Similar codes, the nearest first.
        #[context(nearest)]
        nearest: Vec<String>,
        /// Correct the code; `errors list` shows all codes of the program.
        #[context(skip)]
        advice: String,
    },
    /// Two types of the program declare the same code.
    ///
    /// Within a crate and in nested catalogs, this is a compile error. This error is about
    /// unrelated types, and about a code that agent-error raises itself with other facts.
    #[code(
        "DUPLICATE_ERROR_CODE",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Rename one of the two codes, or mark both `shared` and give them the same facts",
        shared
    )]
    #[cfg_attr(
        not(any(feature = "catalog", debug_assertions)),
        allow(dead_code, reason = "declarations aren't compared")
    )]
    DuplicateCode {
        /// The code.
        code: String,
        /// One declaration.
        #[context(display)]
        first: String,
        /// The other.
        #[context(display)]
        second: String,
    },
    /// The program does not have this command.
    #[cfg(feature = "clap")]
    #[code("UNKNOWN_COMMAND", exit = exit::ARG_ERROR, suggest = "{advice}", shared)]
    UnknownCommand {
        /// The argument as given.
        command: String,
        /// Similar commands, the nearest first. A command at another level is written with all its
        /// words.
        #[context(nearest)]
        nearest: Vec<String>,
        /// Choose one of the valid commands.
        #[context(skip)]
        advice: String,
    },
    /// The program did not declare its commands.
    #[cfg(feature = "clap")]
    #[code(
        "COMMANDS_NOT_DECLARED",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Report this as a bug of the program: it must parse its command line with `parse_args` or `get_matches`",
        shared,
        hidden
    )]
    CommandsNotDeclared,
}

/// The advice for an unknown code if the command that lists all codes isn't known.
pub(crate) const ANY_LISTED: &str = "Pass one of the codes that the program lists";
pub(crate) const MAX_NEAREST: usize = 3;

impl CatalogError {
    #[cfg(any(feature = "catalog", debug_assertions))]
    pub(crate) fn duplicate(first: &Entry, second: &Entry) -> Self {
        Self::duplicate_code(first.def.code(), first.declaration(), second.declaration())
    }

    #[cfg(any(feature = "catalog", debug_assertions))]
    pub(crate) fn duplicate_code(code: &str, first: String, second: String) -> Self {
        announce_listed::<Self>();
        Self(Problem::DuplicateCode {
            code: code.to_owned(),
            first,
            second,
        })
    }

    /// Creates the error for an undeclared code. `nearest` contains similar codes, best match
    /// first.
    #[inline]
    pub(crate) fn unknown_code(code: &str, nearest: Vec<&str>) -> Self {
        Self::unknown_code_with(code, &nearest, ANY_LISTED)
    }

    /// Like [`unknown_code`](Self::unknown_code), with advice on where all codes are listed.
    #[inline]
    pub(crate) fn unknown_code_with(code: &str, nearest: &[&str], advice: &str) -> Self {
        announce_listed::<Self>();
        Self(Problem::UnknownCode {
            code: code.to_owned(),
            nearest: most_similar(nearest),
            advice: advice.to_owned(),
        })
    }
}

#[cfg(feature = "clap")]
impl CatalogError {
    /// Creates the error for an unknown command, with the command that lists all commands.
    pub(crate) fn unknown_command(command: String, nearest: &[&str], listing: &str) -> Self {
        announce_listed::<Self>();
        Self(Problem::UnknownCommand {
            command,
            nearest: most_similar(nearest),
            advice: format!("List all commands with `{listing}`"),
        })
    }

    /// Creates the error for a program whose commands aren't known.
    pub(crate) fn commands_not_declared() -> Self {
        announce_listed::<Self>();
        Self(Problem::CommandsNotDeclared)
    }
}

/// Returns the similar names to include in an error.
pub(crate) fn most_similar(nearest: &[&str]) -> Vec<String> {
    nearest
        .iter()
        .take(MAX_NEAREST)
        .map(|code| (*code).to_owned())
        .collect()
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for CatalogError {}

impl Error for Problem {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCode { code, .. } => write!(f, "unknown error code `{code}`"),
            Self::DuplicateCode {
                code,
                first,
                second,
            } => {
                write!(
                    f,
                    "error code `{code}` is declared by {first} and by {second}"
                )
            }
            #[cfg(feature = "clap")]
            Self::UnknownCommand { command, .. } => write!(f, "unknown command `{command}`"),
            #[cfg(feature = "clap")]
            Self::CommandsNotDeclared => f.write_str("this program did not declare its commands"),
        }
    }
}
