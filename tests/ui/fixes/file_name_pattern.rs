use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", fix = "/bin/r[m] data")]
struct Failed;

fn main() {}
