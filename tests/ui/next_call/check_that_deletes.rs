use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", side_effects = partial, check = "db delete {id}")]
    Failed {
        id: u8,
    },
}

fn main() {}
