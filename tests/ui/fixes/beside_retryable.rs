use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", retryable, fix = "dbtool start")]
    Failed,
}

fn main() {}
