use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(retired)]
#[error("failed")]
#[code("FAILED")]
struct Failed;

fn main() {}
