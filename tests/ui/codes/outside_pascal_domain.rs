use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "Db")]
enum DbError {
    #[error("failed")]
    #[code("UserLost")]
    Failed,
}

fn main() {}
