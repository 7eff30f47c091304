use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://example.com/{code}")]
enum DbError {
    /// It failed.
    #[error("failed")]
    #[code("SLOW", exit = agent_error::exit::TIMEOUT, suggest = "Try again")]
    Failed,
}

fn main() {}
