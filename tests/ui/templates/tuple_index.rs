use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", suggest = "ping {2}")]
    Failed(String, u16),
}

fn main() {}
