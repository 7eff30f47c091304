use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("not found")]
enum DbError {
    #[code("NOT_FOUND")]
    NoRow,
    #[code("NOT_FOUND")]
    NoTable,
    #[code("NOT_FOUND")]
    NoView,
}

fn main() {}
