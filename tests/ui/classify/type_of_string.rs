use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(type("std::io::Error")))]
struct Failed;

fn main() {}
