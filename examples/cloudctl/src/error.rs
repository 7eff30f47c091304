//! Everything that cloudctl can end with.
//!
//! Codes and exit codes are those that the documentation of the API promises to agents.

mod api;
mod classify;
mod instance;
mod prompt;
mod serve;
mod token_file;

pub(crate) use api::CloudError;
pub(crate) use instance::InstanceError;
pub(crate) use prompt::PromptError;
pub(crate) use serve::ServeError;
pub(crate) use token_file::TokenFileError;

use crate::client::ClientError;
use agent_error::clap::UsageError;
use agent_error::ready::{ConfirmationRequired, MissingFlags, PromptBlocked};
use agent_error::{AgentError, CatalogError};

/// What the exit codes of cloudctl mean.
mod exit {
    pub(super) const GENERAL: u8 = 1;
    pub(super) const BAD_INPUT: u8 = 2;
    pub(super) const AUTH: u8 = 3;
    pub(super) const API: u8 = 4;
    pub(super) const NOT_FOUND: u8 = 5;
    pub(super) const BALANCE: u8 = 6;
}

/// The error of a command.
#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[agent_error(docs = "https://cloudctl.example.com/errors/{code}")]
pub(crate) enum CliError {
    #[code(transparent)]
    Cloud(#[from] CloudError),
    #[code(transparent)]
    Instance(#[from] InstanceError),
    #[code(transparent)]
    Prompt(#[from] PromptError),
    #[code(transparent)]
    TokenFile(#[from] TokenFileError),
    #[code(transparent)]
    Serve(#[from] ServeError),
    #[code(transparent)]
    Missing(#[from] MissingFlags),
    #[code(transparent)]
    Confirmation(#[from] ConfirmationRequired),
    #[code(transparent)]
    Blocked(#[from] PromptBlocked),
    #[code(transparent)]
    Usage(#[from] UsageError),
    #[code(transparent)]
    Errors(Box<CatalogError>),
}

impl From<ClientError> for CliError {
    fn from(error: ClientError) -> Self {
        Self::Cloud(error.into())
    }
}

/// Boxed: every result of a command would otherwise have its size.
impl From<CatalogError> for CliError {
    fn from(error: CatalogError) -> Self {
        Self::Errors(Box::new(error))
    }
}
