use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("not found")]
    NotFound,
}

fn main() {}
