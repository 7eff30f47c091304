//! Errors of the `errors` command.

use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// An error of the `errors` command.
///
/// If your program has this command, nest this type:
/// `#[code(transparent)] Errors(#[from] ErrorsCommandError)`.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[non_exhaustive]
pub enum ErrorsCommandError {
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
    /// The program does not have this command.
    #[code("UNKNOWN_COMMAND", exit = exit::ARG_ERROR, suggest = "{advice}", shared)]
    UnknownCommand {
        /// The requested command.
        command: String,
        /// Similar commands, the nearest first.
        #[context(nearest)]
        nearest: Vec<String>,
        /// Correct the name; `errors manifest` shows all commands of the program.
        #[context(skip)]
        advice: String,
    },
    /// The program did not declare its commands.
    #[code(
        "COMMANDS_NOT_DECLARED",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Report this as a bug of the program: it must parse its command line with `parse_args` or `get_matches`",
        shared,
        hidden
    )]
    CommandsNotDeclared,
}

impl fmt::Display for ErrorsCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCode { code, .. } => write!(f, "unknown error code `{code}`"),
            Self::UnknownCommand { command, .. } => write!(f, "unknown command `{command}`"),
            Self::CommandsNotDeclared => f.write_str("this program did not declare its commands"),
        }
    }
}
