use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(retired("old-code"))]
#[error("failed")]
#[code("FAILED")]
struct Failed;

fn main() {}
