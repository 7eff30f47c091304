use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", retry_after = "99999999999999999999s")]
    Failed,
}

fn main() {}
