//! All errors of errscore.

mod call;
mod command;

pub(crate) use call::CallError;
pub(crate) use command::CommandError;

use agent_error::AgentError;
use agent_error::clap::ErrorsCommandError;
use agent_error_testing::Score;

/// Why the program was not scored, or why its score is too low.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://errscore.example.com/errors/{code}")]
pub(crate) enum ScoreError {
    /// The score is lower than `--min` asks.
    #[error("{points} of 3 points; `--min` requires {min}")]
    #[code("SCORE_TOO_LOW", exit = 79, detail = "unmet conditions: {missing}", suggest = "{advice}")]
    TooLow {
        /// The points of the program.
        points: u8,
        /// What `--min` asks for.
        min: u8,
        /// The command lines of the calls.
        calls: Vec<String>,
        /// Everything that the score says.
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
    Command(#[from] CommandError),
    #[error(transparent)]
    #[code(transparent)]
    Errors(#[from] ErrorsCommandError),
}
