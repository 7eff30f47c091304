use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(validation, fallback))]
struct Failed { field: String }

fn main() {}
