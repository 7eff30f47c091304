use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    #[agent_error(code = "LOST")]
    Failed,
}

fn main() {}
