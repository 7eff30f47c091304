use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(retired("OLD"))]
#[error("a")]
#[code("NEW")]
struct A;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("b")]
#[code("OLD")]
struct B;

fn main() {}
