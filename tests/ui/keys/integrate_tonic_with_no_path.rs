use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
#[agent_error(integrate(tonic =))]
struct Failed;

fn main() {}
