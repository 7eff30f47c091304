use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(retired)]
#[error("failed")]
#[code("FAILED")]
struct WithoutCodes;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(retired(OLD))]
#[error("failed")]
#[code("FAILED")]
struct Word;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "DB", retired("DB_OLD", "DB_OLD" = "use DB_FAILED", "DB_FAILED", "db-code", "OUTSIDE"))]
#[error("failed")]
#[code("DB_FAILED")]
struct Codes;

fn main() {}
