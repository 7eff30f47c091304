//! Errors of the command line of `score`.

use agent_error::clap::UsageError;
use agent_error::{AgentError, exit};

/// The command line of `score` is invalid.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = exit::ARG_ERROR)]
pub(crate) enum CommandError {
    /// The command line names no program.
    #[error("no program to score was given")]
    #[code(
        "PROGRAM_MISSING",
        suggest = "Pass a program and the arguments of a call that fails: `agent-error score -- PROGRAM ARGS`"
    )]
    ProgramMissing {
        /// The usage line of the subcommand.
        usage: Option<String>,
    },

    /// The program does not follow `--`.
    #[error("unexpected argument `{word}`; pass the program to score after `--`")]
    #[code(
        "PROGRAM_NOT_SEPARATED",
        suggest = "Call `agent-error score -- {word}` with the arguments of a call that fails"
    )]
    ProgramNotSeparated {
        /// The unexpected argument.
        word: String,
    },

    /// The quotes in a list of arguments do not match.
    #[error("the quotes in the value of {flag} do not match")]
    #[code("ARGS_QUOTES_UNBALANCED", suggest = "Close each quote in the value of {flag}, as in `--case \"get 'a b'\"`")]
    QuotesUnbalanced {
        /// The flag.
        flag: &'static str,
        /// The value as given.
        value: String,
    },
}

impl CommandError {
    /// The error for an invalid command line of `score`: only the program is required, and an unexpected argument is
    /// most likely the program. Any other error is returned unchanged.
    pub(crate) fn from_usage(error: UsageError) -> Result<Self, UsageError> {
        match error {
            UsageError::MissingFlags { usage, .. } if is_of_score(usage.as_deref()) => {
                Ok(Self::ProgramMissing { usage })
            }
            UsageError::UnexpectedArgument { argument, usage } if is_of_score(usage.as_deref()) => {
                Ok(Self::ProgramNotSeparated { word: argument })
            }
            error => Err(error),
        }
    }
}

/// Whether a usage line, such as `agent-error score [OPTIONS]`, is that of `score`.
fn is_of_score(usage: Option<&str>) -> bool {
    usage.and_then(|usage| usage.split_whitespace().nth(1)) == Some("score")
}
