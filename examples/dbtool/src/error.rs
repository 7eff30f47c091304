//! All errors of dbtool.
//!
//! Each enum is a domain. Its codes start with the name of the domain.

mod config;
mod connect;
mod csv;
mod file;
pub(crate) mod sets;
mod store;

pub(crate) use config::ConfigError;
pub(crate) use connect::ConnectError;
pub(crate) use csv::{CsvError, Place};
pub(crate) use file::FileError;
pub(crate) use store::StoreError;

use agent_error::AgentError;
use agent_error::clap::ErrorsCommandError;
use agent_error::clap::UsageError;

/// The errors of all commands.
#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[agent_error(strict, docs = "https://dbtool.example.com/errors/{code}")]
pub(crate) enum DbError {
    #[code(transparent)]
    Connect(#[from] ConnectError),
    #[code(transparent)]
    File(#[from] FileError),
    #[code(transparent)]
    Config(#[from] ConfigError),
    #[code(transparent)]
    Csv(#[from] CsvError),
    #[code(transparent)]
    Store(#[from] StoreError),
    #[code(transparent)]
    Errors(#[from] ErrorsCommandError),
    #[code(transparent)]
    Usage(#[from] UsageError),
}
