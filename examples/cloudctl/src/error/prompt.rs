//! What can go wrong when a person is asked.

use super::exit;
use agent_error::AgentError;
use inquire::InquireError;

/// Why a question was not answered.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit)]
pub(crate) enum PromptError {
    /// The user did not want to go on; nothing was done.
    #[error("cancelled: nothing was done")]
    #[code("CANCELLED", exit = exit::GENERAL, suggest = "Call again if you change your mind")]
    Cancelled,

    /// The terminal failed while a question was asked; nothing was done.
    #[error("the terminal cannot be asked")]
    #[code("PROMPT_FAILED", exit = exit::GENERAL, suggest = "Pass the answer as a flag; `--agent` asks nothing")]
    Failed { source: InquireError },
}

impl From<InquireError> for PromptError {
    fn from(error: InquireError) -> Self {
        match error {
            InquireError::OperationCanceled | InquireError::OperationInterrupted => Self::Cancelled,
            source => Self::Failed { source },
        }
    }
}
