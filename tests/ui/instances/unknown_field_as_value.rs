use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", instance = reqest_id)]
    Failed { request_id: String },
}

fn main() {}
