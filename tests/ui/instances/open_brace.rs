use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", instance = "/requests/{id")]
    Failed { id: String },
}

fn main() {}
