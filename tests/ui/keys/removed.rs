use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", deprecated = "use LOST", fix = "dbtool init", fix_is_safe = "it's empty")]
    Failed,
}

fn main() {}
