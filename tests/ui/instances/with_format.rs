use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", instance = "/requests/{id:04}")]
    Failed { id: u64 },
}

fn main() {}
