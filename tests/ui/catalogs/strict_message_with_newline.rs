use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://e.com/{code}")]
/// It failed.
#[error("it\nfailed")]
#[code("FAILED", suggest = "Try")]
struct Failed;

fn main() {}
