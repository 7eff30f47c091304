use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = 5)]
#[agent_error(exit = 6)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed,
}

fn main() {}
