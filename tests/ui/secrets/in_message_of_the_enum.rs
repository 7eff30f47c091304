use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("wrong pin {0}")]
enum DbError {
    #[code("FAILED")]
    Failed(#[context(secret)] String),
}

fn main() {}
