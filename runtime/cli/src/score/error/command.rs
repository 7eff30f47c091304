//! What can be wrong with the command line.

use agent_error::clap::UsageError;
use agent_error::{AgentError, exit};

/// Why the command line of errscore itself cannot be used.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = exit::ARG_ERROR)]
pub(crate) enum CommandError {
    /// No program is named.
    #[error("no program to score was given")]
    #[code("PROGRAM_MISSING", suggest = "Name one, and arguments by which it fails: `errscore -- PROGRAM ARGS`")]
    ProgramMissing {
        /// How errscore is called.
        usage: Option<String>,
    },

    /// The program does not stand behind `--`.
    #[error("`{word}` is not an argument of errscore; put the program to score after `--`")]
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
    /// Only the program is required, and an unknown word is most likely the program.
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
