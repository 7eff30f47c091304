//! Errors that a command knows better than the client.

use super::exit;
use agent_error::AgentError;

/// Why a command cannot do what it was asked to with an instance.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit)]
pub(crate) enum InstanceError {
    /// The resource does not exist.
    #[error("{resource} {id} does not exist")]
    #[code(
        "NOT_FOUND",
        exit = exit::NOT_FOUND,
        shared,
        suggest = "List what exists with `cloudctl instances list`",
        actions("instances.list")
    )]
    NotFound {
        /// The HTTP status.
        status: u16,
        /// The kind of the resource.
        resource: &'static str,
        /// Its id or its hostname, as given.
        id: String,
    },

    /// The account has no instance that could be chosen.
    #[error("the account has no instances")]
    #[code("NO_INSTANCES", exit = exit::NOT_FOUND, suggest = "Create one with `cloudctl instances create`")]
    None,
}
