use agent_error::AgentError;

#[derive(Debug, thiserror::Error)]
#[error("locked")]
struct SqlError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", classify(message("locked")))]
    Failed { #[context(skip)] error: SqlError },
}

fn main() {}
