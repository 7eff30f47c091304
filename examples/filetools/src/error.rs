//! Everything that filetools can end with.

mod classified;
mod refused;
mod tool;
mod words;

pub(crate) use refused::Refused;
pub(crate) use tool::ToolError;
pub(crate) use words::{Action, Change, Ending, FileKind};

use crate::provider::ProviderError;
use agent_error::clap::UsageError;
use agent_error::{AgentError, CatalogError, ErrorRecord};

/// The error of a command.
#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[agent_error(docs = "https://filetools.example.com/errors/{code}")]
pub(crate) enum FiletoolsError {
    #[code(transparent)]
    Tool(#[from] ToolError),
    #[code(transparent)]
    Provider(#[from] ProviderError),
    #[code(transparent)]
    Errors(#[from] Box<CatalogError>),
    #[code(transparent)]
    Usage(#[from] UsageError),
}

/// With the output of a command as the body, which no attribute of the derive makes.
impl From<FiletoolsError> for ErrorRecord {
    fn from(error: FiletoolsError) -> Self {
        let record = Self::from_error(&error);
        match &error {
            FiletoolsError::Tool(ToolError::ExitNonzero { output, .. } | ToolError::Timeout { output, .. })
                if !output.is_empty() =>
            {
                record.body(output)
            }
            _ => record,
        }
    }
}
