use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", fix = "db up | cat")]
    Failed,
}

fn main() {}
