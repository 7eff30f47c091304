use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(crate = errors)]
#[error("failed")]
#[code("RUNTIME")]
struct Runtime;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FRAMEWORK")]
#[agent_error(integrate(mcp = crate::nowhere))]
struct Framework;

fn main() {}
