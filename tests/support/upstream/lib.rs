//! Codes of a crate that other crates nest.

use agent_error::AgentError;

/// The errors of a dependency.
#[derive(Debug, thiserror::Error, AgentError)]
#[non_exhaustive]
pub enum UpstreamError {
    /// The server is gone.
    #[error("upstream {host} is lost")]
    #[code("UPSTREAM_LOST", exit = 12, suggest = "Ping {host}")]
    Lost {
        /// The server.
        host: String,
    },
    /// Declared by several crates on purpose.
    #[error("shared")]
    #[code("UPSTREAM_SHARED", exit = 6, shared)]
    Shared,
}

/// Nests the errors of the same crate.
#[derive(Debug, thiserror::Error, AgentError)]
#[non_exhaustive]
pub enum OuterError {
    /// Passed on.
    #[error(transparent)]
    #[code(transparent)]
    Upstream(#[from] UpstreamError),
    /// A code of its own.
    #[error("outer")]
    #[code("UPSTREAM_OUTER")]
    Outer,
}
