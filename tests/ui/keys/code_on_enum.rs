use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[code("DB")]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed,
}

fn main() {}
