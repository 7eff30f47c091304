//! The errors of `score`.

mod call;
mod command;

pub(crate) use call::CallError;
pub(crate) use command::CommandError;

use crate::program::StartError;
use agent_error::AgentError;
use agent_error_testing::Score;

/// The program was not scored, or its score is too low.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum ScoreError {
    /// The score is lower than `--min` requires.
    #[error("{points} of 3 points; `--min` requires {min}")]
    #[code("SCORE_TOO_LOW", exit = 79, detail = "unmet conditions: {missing}", suggest = "{advice}")]
    TooLow {
        /// The points of the program.
        points: u8,
        /// The value of `--min`.
        min: u8,
        /// The command lines of the calls.
        calls: Vec<String>,
        /// The whole score.
        score: Box<Score>,
        /// The conditions that do not hold, and where.
        #[context(skip)]
        missing: String,
        /// Correct what the unmet conditions name.
        #[context(skip)]
        advice: String,
    },
    #[error(transparent)]
    #[code(transparent)]
    Call(#[from] CallError),
    #[error(transparent)]
    #[code(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    #[code(transparent)]
    Command(#[from] CommandError),
}
