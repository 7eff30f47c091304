//! Errors of a package that calls `agent-error`, `agent-error-mcp` and `agent-error-tonic` by other names.

/// An error whose derive finds all three crates by itself.
#[derive(Debug, thiserror::Error, my_errors::AgentError)]
#[agent_error(integrate(mcp, tonic))]
#[error("lost")]
#[code("RENAMED_LOST", exit = 5, suggest = "Look for it")]
pub struct Lost;
