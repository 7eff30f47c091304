use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("wrong pin {0} {tries}", tries = 3)]
    #[code("FAILED")]
    Failed(#[context(secret)] String),
}

fn main() {}
