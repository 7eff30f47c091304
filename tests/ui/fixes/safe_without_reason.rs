use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", fix = "dbtool cache clean", fix_is_safe = " ")]
struct Failed;

fn main() {}
