use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://example.com/{code}")]
enum DbError {
    /// It failed.
    #[error("failed")]
    #[code("BUSY", exit = agent_error::exit::UNAVAILABLE, suggest = "Try again", retry_after = "1s")]
    Failed,
}

fn main() {}
