use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[code(transparent)]
struct Outer(Box<Inner>);

#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[code(transparent)]
struct Inner(Box<Outer>);

fn main() {}
