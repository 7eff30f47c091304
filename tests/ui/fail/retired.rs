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
#[agent_error(retired("OLD", "OLD" = "use FAILED"))]
#[error("failed")]
#[code("FAILED")]
struct Twice;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(retired("FAILED"))]
#[error("failed")]
#[code("FAILED")]
struct DeclaredAgain;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(retired("old-code"))]
#[error("failed")]
#[code("FAILED")]
struct InvalidCode;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "DB", retired("OLD"))]
#[error("failed")]
#[code("DB_FAILED")]
struct OutsideTheDomain;

fn main() {}
