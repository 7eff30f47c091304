use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", retry_after = "5s", side_effects = partial)]
    Failed,
}

fn main() {}
