use agent_error::AgentError;

const LOST: u8 = 126;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", exit = LOST)]
    Failed,
}

fn main() {}
