use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[context(skip)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed,
}

fn main() {}
