use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
#[agent_error(integrate(mcp = "agent_error_mcp", axum))]
struct Failed;

fn main() {}
