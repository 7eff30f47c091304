use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", protocol = 404)]
struct Failed;

fn main() {}
