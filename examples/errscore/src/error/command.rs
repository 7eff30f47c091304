//! What can be wrong with the command line.

use agent_error::clap::UsageError;
use agent_error::{AgentError, exit};

/// Why the command line of errscore itself cannot be used.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = exit::ARG_ERROR)]
pub(crate) enum CommandError {
    /// No program is named.
    #[error("there is no program to score")]
    #[code("PROGRAM_MISSING", suggest = "Name one, and arguments by which it fails: `errscore -- PROGRAM ARGS`")]
    ProgramMissing {
        /// How errscore is called.
        usage: Option<String>,
    },

    /// The program does not stand behind `--`.
    #[error("`{word}` is not an argument of errscore; put the program that is scored behind `--`")]
    #[code(
        "PROGRAM_NOT_SEPARATED",
        suggest = "Call `errscore -- {word}` with the arguments of a call that fails; \
                   the one command of errscore itself is `errors`"
    )]
    ProgramNotSeparated {
        /// The first word that was not understood.
        word: String,
    },

    /// The quotes in a text of arguments do not match.
    #[error("the quotes in the value of {flag} do not match")]
    #[code("ARGS_QUOTES_UNBALANCED", suggest = "Close each quote in the value of {flag}, as in `--case \"get 'a b'\"`")]
    QuotesUnbalanced {
        /// The flag whose value it is.
        flag: &'static str,
        /// The value as given.
        value: String,
    },

    #[error(transparent)]
    #[code(transparent)]
    Usage(#[from] UsageError),
}

impl CommandError {
    /// The program is all that is required, and a word in the place of a command is most likely the program.
    pub(crate) fn from_usage(error: UsageError) -> Self {
        match error {
            UsageError::MissingFlags { usage, .. } => Self::ProgramMissing { usage },
            UsageError::UnknownCommand { command, nearest, .. } if nearest.is_empty() => {
                Self::ProgramNotSeparated { word: command }
            }
            UsageError::UnexpectedArgument { argument: flag, .. } => Self::ProgramNotSeparated { word: flag },
            error => error.into(),
        }
    }
}
