use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", side_effects = partial, check = "db show | head")]
    Failed,
}

fn main() {}
