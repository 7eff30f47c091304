use agent_error::AgentError;

#[derive(Debug, thiserror::Error)]
#[error("locked")]
struct SqlError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", classify(fallback))]
    Failed(SqlError),
}

fn main() {}
