use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", retryable, side_effects = unknown)]
    Failed,
}

fn main() {}
