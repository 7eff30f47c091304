use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code(exit = 5, "FAILED")]
    Failed,
}

fn main() {}
