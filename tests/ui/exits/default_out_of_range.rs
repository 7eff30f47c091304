use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = 200)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed,
}

fn main() {}
