use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", classify(message("locked")))]
    Failed(String),
}

fn main() {}
