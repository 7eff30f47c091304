//! The errors that the command tests use.

use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "only its catalog counts")]
pub(crate) enum StoreError {
    /// Another program
    /// writes to the store.
    #[error("locked")]
    #[code("STORE_LOCKED", exit = 12)]
    Locked,
    /// The store is gone.
    #[error("gone")]
    #[code("STORE_GONE", exit = 5)]
    Gone,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error(transparent)]
#[allow(dead_code, reason = "only its catalog counts")]
pub(crate) enum SyncError {
    #[code(transparent)]
    Store(StoreError),
    /// It was cancelled.
    #[error("cancelled")]
    #[code("CANCELLED", exit = 1)]
    Cancelled,
}

/// The network is down.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("no network")]
#[code("NET_DOWN", exit = 12)]
pub(crate) struct NetError;
