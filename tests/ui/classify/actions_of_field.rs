use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(fallback), actions = calls)]
struct Failed { calls: Vec<String> }

fn main() {}
