use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
/// It failed.
#[error("failed")]
#[code("FAILED", suggest = "Try")]
struct Failed;

fn main() {}
