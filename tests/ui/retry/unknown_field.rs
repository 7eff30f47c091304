use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", retry_after = puase)]
    Failed { pause: u64 },
}

fn main() {}
