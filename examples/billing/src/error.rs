//! All errors of the program.

mod billing;
mod serve;

pub(crate) use billing::BillingError;
pub(crate) use serve::ServeError;

use agent_error::AgentError;
use agent_error::clap::ErrorsCommandError;
use agent_error::clap::UsageError;

/// The errors of the command-line interface.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://billing.example.com/errors/{code}")]
pub(crate) enum CliError {
    #[error(transparent)]
    #[code(transparent)]
    Usage(#[from] UsageError),

    #[error(transparent)]
    #[code(transparent)]
    Serve(#[from] ServeError),

    #[error(transparent)]
    #[code(transparent)]
    Billing(#[from] BillingError),

    #[error(transparent)]
    #[code(transparent)]
    Catalog(#[from] ErrorsCommandError),
}
