use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(io(NotFound), with = 5))]
struct Failed;

fn main() {}
