use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(status(429)))]
struct Failed { retry_after: std::time::Duration }

fn main() {}
