use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", retry_after = "5 minutes")]
    Failed,
}

fn main() {}
