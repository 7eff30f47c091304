use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", actions = next)]
    Failed { next: Vec<u32> },
}

fn main() {}
