//! Errors of a package that renames its `agent-error` and `agent-error-mcp` dependencies.

/// An error whose derive finds both renamed crates.
#[derive(Debug, thiserror::Error, my_errors::AgentError)]
#[agent_error(integrate(mcp))]
#[error("lost")]
#[code("RENAMED_LOST", exit = 5, suggest = "Look for it")]
pub struct Lost;
