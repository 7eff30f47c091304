//! A crate whose errors other crates nest.

use agent_error::AgentError;

/// The errors of the dependency.
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

/// Nests the errors of another enum in the same crate.
#[derive(Debug, thiserror::Error, AgentError)]
#[non_exhaustive]
pub enum OuterError {
    /// Transparent.
    #[error(transparent)]
    #[code(transparent)]
    Upstream(#[from] UpstreamError),
    /// An additional code.
    #[error("outer")]
    #[code("UPSTREAM_OUTER")]
    Outer,
}
