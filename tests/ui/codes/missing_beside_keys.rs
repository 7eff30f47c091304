use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[agent_error(exit = 5)]
    UserNotFound,
}

fn main() {}
