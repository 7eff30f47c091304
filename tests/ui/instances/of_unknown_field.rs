use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", instance = "/requests/{request}")]
    Failed { request_id: String },
}

fn main() {}
