use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "DB", case = "snake")]
enum DbError {
    #[error("failed")]
    #[code("db_failed")]
    Failed,
}

fn main() {}
