use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", fix = "dbtool start", retry_after = "5s")]
    Failed,
}

fn main() {}
