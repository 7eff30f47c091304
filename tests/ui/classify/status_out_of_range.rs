use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(status(99)))]
struct Failed;

fn main() {}
