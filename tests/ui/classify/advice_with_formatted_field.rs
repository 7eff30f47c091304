use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(status(404)), suggest = "Read {message:?}")]
struct Failed { message: String }

fn main() {}
