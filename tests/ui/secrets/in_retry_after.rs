use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", retry_after = pin)]
    Failed { #[context(secret)] pin: u64 },
}

fn main() {}
