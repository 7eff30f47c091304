use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(codes = "FailedCode")]
#[error("failed")]
#[code("FAILED")]
struct Failed;

fn main() {}
