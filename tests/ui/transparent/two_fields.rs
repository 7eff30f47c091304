use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("lost")]
    #[code(transparent)]
    Io(std::fmt::Error, u8),
}

fn main() {}
