use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", status = StatusCode::NOT_FOUND)]
    Failed,
}

fn main() {}
