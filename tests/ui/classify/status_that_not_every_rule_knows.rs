use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(status(404), io(NotFound)))]
struct Failed { status: u16 }

fn main() {}
