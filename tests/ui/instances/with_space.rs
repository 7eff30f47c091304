use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", instance = "/my requests/{request_id}")]
    Failed { request_id: String },
}

fn main() {}
