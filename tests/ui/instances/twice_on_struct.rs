use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[agent_error(instance = "/requests/{id}")]
#[code("FAILED", instance = "/requests/{id}")]
struct Failed { id: String }

fn main() {}
