use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", body = output)]
struct Failed { output: u8 }

fn main() {}
