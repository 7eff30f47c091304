use agent_error::AgentError;

pub enum Taken {}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(codes = Taken)]
#[error("a")]
#[code("NEW")]
struct A;

fn main() {}
