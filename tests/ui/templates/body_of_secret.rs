use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", body = token)]
struct Failed { #[context(secret)] token: String }

fn main() {}
