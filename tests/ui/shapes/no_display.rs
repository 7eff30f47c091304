use agent_error::AgentError;

#[derive(Debug, AgentError)]
#[code("FAILED")]
struct Failed;

impl std::error::Error for Failed {}

fn main() {}
