use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(instance = "/requests/{request_id}")]
enum DbError {
    #[error("one")]
    #[code("ONE_FAILED")]
    One,
}

fn main() {}
