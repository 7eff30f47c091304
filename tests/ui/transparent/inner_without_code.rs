use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error(transparent)]
    #[code(transparent)]
    Lost(std::fmt::Error),
}

fn main() {}
