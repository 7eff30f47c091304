use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "DB", retired("OLD"))]
#[error("failed")]
#[code("DB_FAILED")]
struct Failed;

fn main() {}
