use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code(code = FAILED)]
    Failed,
}

fn main() {}
