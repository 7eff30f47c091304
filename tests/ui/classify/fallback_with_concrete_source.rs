use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(fallback))]
struct Failed { source: std::fmt::Error }

fn main() {}
