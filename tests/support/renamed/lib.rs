//! Errors of a package that calls `agent-error`, `agent-error-mcp` and `agent-error-tonic` by other names.

/// An error that names all three crates.
#[derive(Debug, thiserror::Error, my_errors::AgentError)]
#[agent_error(crate = my_errors, integrate(mcp = my_mcp, tonic = my_grpc))]
#[error("lost")]
#[code("RENAMED_LOST", exit = 5, suggest = "Look for it")]
pub struct Lost;
