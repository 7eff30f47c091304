use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "")]
#[error("failed")]
#[code("FAILED")]
struct Empty;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "DB")]
#[error("failed")]
#[code("USER_NOT_FOUND")]
struct Upper;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "db")]
#[error("failed")]
#[code("user.lost")]
struct Dotted;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "Db")]
#[error("failed")]
#[code("UserLost")]
struct Pascal;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "db_")]
#[error("failed")]
#[code("user_lost")]
struct Snake;

fn main() {}
