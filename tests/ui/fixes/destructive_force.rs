use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", fix = "dbtool init --force")]
struct Failed;

fn main() {}
