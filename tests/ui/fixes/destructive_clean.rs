use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", fix = "dbtool cache clean")]
struct Failed;

fn main() {}
