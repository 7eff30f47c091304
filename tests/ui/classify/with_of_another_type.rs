use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(fallback, with = Failed::new))]
struct Failed {}
impl Failed { fn new() -> u8 { 5 } }

fn main() {}
