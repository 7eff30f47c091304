use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", retryable = false, retry = linear)]
    Failed,
}

fn main() {}
