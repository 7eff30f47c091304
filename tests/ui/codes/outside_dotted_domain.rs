use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "db")]
enum DbError {
    #[error("failed")]
    #[code("user.lost")]
    Failed,
}

fn main() {}
