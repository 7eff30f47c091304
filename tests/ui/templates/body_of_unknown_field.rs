use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", body = outptu)]
struct Failed { output: String }

fn main() {}
