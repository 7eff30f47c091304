use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(case = "dotted")]
enum DbError {
    #[error("failed")]
    #[code("DbNotFound")]
    Failed,
}

fn main() {}
