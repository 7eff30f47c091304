use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no row")]
#[code("NOT_FOUND")]
struct NoRow;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no table")]
#[code("NOT_FOUND")]
struct NoTable;

fn main() {}
