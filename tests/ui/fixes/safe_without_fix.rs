use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", fix_is_safe = "nothing is lost")]
struct Failed;

fn main() {}
