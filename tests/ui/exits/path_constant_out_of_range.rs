use agent_error::{AgentError, exit};

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", exit = exit::SUCCESS)]
    Failed,
}

fn main() {}
