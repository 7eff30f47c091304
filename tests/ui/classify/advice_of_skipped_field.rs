use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(status(404)), suggest = "{message}")]
struct Failed { #[context(skip)] message: String }

fn main() {}
