use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", retryable = true, side_effects = complete)]
    Failed,
}

fn main() {}
