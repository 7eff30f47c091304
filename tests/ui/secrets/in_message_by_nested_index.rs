use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("wrong pin {}", .0.1)]
    #[code("FAILED")]
    Failed(#[context(secret)] (u8, String)),
}

fn main() {}
