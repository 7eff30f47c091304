//! All errors of cloudctl.
//!
//! The codes and exit codes are those in the API's documentation.

mod api;
mod classify;
mod exit;
mod instance;
mod prompt;
mod serve;
mod session;
pub(crate) mod sets;
mod token_file;
mod usage;

pub(crate) use api::CloudError;
pub(crate) use instance::InstanceError;
pub(crate) use prompt::PromptError;
pub(crate) use serve::ServeError;
pub(crate) use session::SessionError;
pub(crate) use token_file::TokenFileError;

use crate::client::ClientError;
use agent_error::AgentError;
use agent_error::clap::ErrorsCommandError;
use agent_error::clap::UsageError;
use agent_error::ready::MissingFlags;

/// The errors of all commands.
#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[agent_error(strict, docs = "https://cloudctl.example.com/errors/{code}")]
pub(crate) enum CliError {
    #[code(transparent)]
    Cloud(#[from] CloudError),
    #[code(transparent)]
    Instance(#[from] InstanceError),
    #[code(transparent)]
    Prompt(#[from] PromptError),
    #[code(transparent)]
    Session(#[from] SessionError),
    #[code(transparent)]
    TokenFile(#[from] TokenFileError),
    #[code(transparent)]
    Serve(#[from] ServeError),
    #[code(transparent)]
    Missing(#[from] MissingFlags),
    #[code(transparent)]
    Usage(#[from] UsageError),
    #[code(transparent)]
    Errors(#[from] ErrorsCommandError),
}

impl From<ClientError> for CliError {
    fn from(error: ClientError) -> Self {
        match SessionError::over(&error) {
            Some(over) => Self::Session(over),
            None => Self::Cloud(error.into()),
        }
    }
}
