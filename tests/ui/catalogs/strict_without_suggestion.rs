use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://e.com/{code}")]
/// It failed.
#[error("failed")]
#[code("FAILED")]
struct Failed;

fn main() {}
