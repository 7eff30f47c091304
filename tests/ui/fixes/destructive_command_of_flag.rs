use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", fix = "fd . --exec=rm")]
struct Failed;

fn main() {}
