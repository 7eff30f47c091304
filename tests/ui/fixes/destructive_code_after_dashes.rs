use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", fix = "sh -c -- 'rm -rf data'")]
struct Failed;

fn main() {}
