use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", detail = "{0.len}")]
    Failed(String),
}

fn main() {}
