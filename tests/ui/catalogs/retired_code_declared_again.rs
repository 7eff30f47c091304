use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(retired("FAILED"))]
#[error("failed")]
#[code("FAILED")]
struct Failed;

fn main() {}
