use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("no row")]
    #[code("NOT_FOUND")]
    NoRow,
    #[error("no table")]
    #[code("NOT_FOUND")]
    NoTable,
}

fn main() {}
