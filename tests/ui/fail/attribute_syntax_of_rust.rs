use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code = "FAILED", exit = 5]
    Failed,
}

fn main() {}
