use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
#[agent_error(integrate(mcp, axum = axum))]
struct Failed;

fn main() {}
