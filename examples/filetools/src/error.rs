//! All errors of filetools.

mod failed_access;
mod from_access;
pub(crate) mod sets;
mod tool;
mod words;

pub(crate) use failed_access::FailedAccess;
pub(crate) use tool::ToolError;
pub(crate) use words::{Action, Change, Ending, FileKind};

use crate::provider::ProviderError;
use agent_error::catalog::CatalogError;
use agent_error::clap::ErrorsCommandError;
use agent_error::clap::UsageError;
use agent_error::{AgentError, ErrorRecord};

/// The errors of all commands.
#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[agent_error(docs = "https://filetools.example.com/errors/{code}")]
pub(crate) enum FiletoolsError {
    #[code(transparent)]
    Tool(#[from] ToolError),
    #[code(transparent)]
    Provider(#[from] ProviderError),
    /// A provider's error, classified by the rules of [`ProviderError`].
    #[code(transparent)]
    Foreign(#[from] ErrorRecord),
    #[code(transparent)]
    Errors(#[from] ErrorsCommandError),
    #[code(transparent)]
    Rules(#[from] CatalogError),
    #[code(transparent)]
    Usage(#[from] UsageError),
}

impl FiletoolsError {
    /// Converts a usage error. Missing and invalid arguments are `INVALID_ARGS`, as in a session.
    pub(crate) fn of_usage(usage: UsageError) -> Self {
        let advice = match &usage {
            UsageError::MissingFlags { .. } | UsageError::InvalidValue { .. } => usage.suggestion(),
            _ => return usage.into(),
        };
        let advice = advice.unwrap_or_default();
        ToolError::InvalidArgs { reason: usage.to_string(), advice }.into()
    }
}
