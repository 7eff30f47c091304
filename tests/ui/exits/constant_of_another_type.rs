use agent_error::AgentError;

const LOST: i32 = 5;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", exit = LOST)]
    Failed,
}

fn main() {}
