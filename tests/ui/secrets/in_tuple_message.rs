use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("wrong pin {0}")]
    #[code("FAILED")]
    Failed(#[context(secret, rename = "pin")] String),
}

fn main() {}
