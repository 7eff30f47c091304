use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered = true)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed,
}

fn main() {}
