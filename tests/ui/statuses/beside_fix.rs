use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", status = 429, fix = "tool quota raise")]
    Failed,
}

fn main() {}
