//! Usage errors of `score`.

use agent_error::clap::UsageError;
use agent_error::{AgentError, exit};

/// The `score` command line is invalid.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = exit::ARG_ERROR)]
pub(crate) enum CommandError {
    /// No program was given.
    #[error("no program given")]
    #[code(
        "PROGRAM_MISSING",
        suggest = "Pass a program and the arguments of a failing call: `agent-error score -- PROGRAM ARGS`"
    )]
    ProgramMissing {
        /// The subcommand's usage line.
        usage: Option<String>,
    },

    /// The program isn't separated by `--`.
    #[error("unexpected argument `{word}`; pass the program to score after `--`")]
    #[code("PROGRAM_NOT_SEPARATED", suggest = "Run `agent-error score -- {word}` with the arguments of a failing call")]
    ProgramNotSeparated {
        /// The unexpected argument.
        word: String,
    },

    /// A list of arguments has an unclosed quote.
    #[error("unclosed quote in the value of {flag}")]
    #[code("ARGS_QUOTES_UNBALANCED", suggest = "Close each quote in the value of {flag}, as in `--case \"get 'a b'\"`")]
    QuotesUnbalanced {
        /// The flag.
        flag: &'static str,
        /// The value as given.
        value: String,
    },
}

impl CommandError {
    /// Converts usage errors of `score`, and returns all other errors unchanged.
    ///
    /// The program is the only required argument of `score`, so a missing argument is the program. An unexpected
    /// argument is most likely a program without a preceding `--`.
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

/// Whether a usage line, such as `agent-error score [OPTIONS]`, belongs to `score`.
fn is_of_score(usage: Option<&str>) -> bool {
    usage.and_then(|usage| usage.split_whitespace().nth(1)) == Some("score")
}
