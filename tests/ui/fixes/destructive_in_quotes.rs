use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", fix = "psql -c 'DROP TABLE users'")]
struct Failed;

fn main() {}
