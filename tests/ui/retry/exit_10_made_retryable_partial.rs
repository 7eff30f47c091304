use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", exit = 10, retryable, side_effects = partial)]
    Failed,
}

fn main() {}
