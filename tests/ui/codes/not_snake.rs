use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(case = "snake")]
enum DbError {
    #[error("failed")]
    #[code("NotFound")]
    Failed,
}

fn main() {}
