//! Errors of `score`.

mod call;
mod command;

pub(crate) use call::CallError;
pub(crate) use command::CommandError;

use crate::program::SpawnError;
use agent_error::AgentError;
use agent_error_testing::Score;

/// The program wasn't scored, or its score is too low.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum ScoreError {
    /// The score is below `--min`.
    #[error("{points} of 3 points; `--min` requires {min}")]
    #[code("SCORE_TOO_LOW", exit = 79, detail = "unmet conditions: {missing}", suggest = "{advice}")]
    TooLow {
        /// The program's score.
        points: u8,
        /// The value of `--min`.
        min: u8,
        /// The command lines of the calls.
        calls: Vec<String>,
        /// The complete score.
        score: Box<Score>,
        /// The unmet conditions, and where they failed.
        #[context(skip)]
        missing: String,
        /// Fix the unmet conditions.
        #[context(skip)]
        advice: String,
    },
    #[error(transparent)]
    #[code(transparent)]
    Call(#[from] CallError),
    #[error(transparent)]
    #[code(transparent)]
    Start(#[from] SpawnError),
    #[error(transparent)]
    #[code(transparent)]
    Command(#[from] CommandError),
}
