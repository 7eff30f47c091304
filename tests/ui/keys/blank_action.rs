use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", actions("list", " "))]
struct Failed;

fn main() {}
