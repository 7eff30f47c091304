use agent_error::AgentError;

#[derive(Debug, AgentError)]
#[code("FAILED")]
struct Failed;

fn main() {}
