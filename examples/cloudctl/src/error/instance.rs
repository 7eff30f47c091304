//! Errors of commands about instances.

use super::exit;
use agent_error::AgentError;

/// Why a command can't act on an instance.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
pub(crate) enum InstanceError {
    /// The resource doesn't exist.
    #[error("{resource} {id} does not exist")]
    #[code(
        "NOT_FOUND",
        exit = exit::NOT_FOUND,
        shared,
        suggest = "List all instances with `cloudctl instances list`",
        actions("instances.list")
    )]
    NotFound {
        /// The HTTP status.
        status: u16,
        /// The kind of resource.
        resource: &'static str,
        /// The ID or hostname, as passed.
        id: String,
        /// Similar hostnames, the nearest first.
        #[context(nearest)]
        nearest: Vec<String>,
    },

    /// The account has no instances to choose from.
    #[error("the account has no instances")]
    #[code("NO_INSTANCES", exit = exit::NOT_FOUND, suggest = "Create one with `cloudctl instances create`")]
    None,
}
