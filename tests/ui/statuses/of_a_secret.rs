use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", status = pin)]
    Failed { #[context(secret)] pin: u16 },
}

fn main() {}
