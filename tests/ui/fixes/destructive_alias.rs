use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", fix = "git -c alias.tidy=clean tidy -fd")]
struct Failed;

fn main() {}
