use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("404_NOT_FOUND")]
    NotFound,
}

fn main() {}
