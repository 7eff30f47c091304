use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", fix = "db grep 'a|b'")]
    Failed,
}

fn main() {}
