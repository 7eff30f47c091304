use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", suggest = "not {pin}")]
    Failed(#[context(secret, rename = "pin")] u8),
}

fn main() {}
