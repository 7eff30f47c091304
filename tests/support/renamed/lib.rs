//! Errors of a package that calls `agent-error` by another name.

/// An error whose derive finds the crate by itself.
#[derive(Debug, thiserror::Error, my_errors::AgentError)]
#[error("lost")]
#[code("RENAMED_LOST", exit = 5, suggest = "Look for it")]
pub struct Lost;
