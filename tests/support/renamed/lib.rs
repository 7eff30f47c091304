//! Errors of a package that calls `agent-error` and `agent-error-mcp` by other names.

/// An error whose derive finds both crates by itself.
#[derive(Debug, thiserror::Error, my_errors::AgentError)]
#[agent_error(integrate(mcp))]
#[error("lost")]
#[code("RENAMED_LOST", exit = 5, suggest = "Look for it")]
pub struct Lost;
