use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error = "FAILED"]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed,
}

fn main() {}
