use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "DB")]
enum DbError {
    #[error("failed")]
    #[code("USER_NOT_FOUND")]
    Failed,
}

fn main() {}
