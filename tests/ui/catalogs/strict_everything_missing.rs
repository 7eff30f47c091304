use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
#[error("Failed.")]
#[code("FAILED")]
struct Failed;

fn main() {}
