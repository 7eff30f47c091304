use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "db_")]
enum DbError {
    #[error("failed")]
    #[code("user_lost")]
    Failed,
}

fn main() {}
