use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://example.com/{code}")]
enum DbError {
    /// It failed.
    #[error("failed")]
    #[code("ROW_UNKNOWN", exit = agent_error::exit::ARG_ERROR, suggest = "Try again")]
    Failed,
}

fn main() {}
