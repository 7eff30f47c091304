use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[agent_error(code = "FAILED", secret)]
struct Failed;

fn main() {}
