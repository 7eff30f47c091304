use agent_error::{AgentError, exit};

#[derive(Debug, thiserror::Error, AgentError)]
#[error("{name} is down")]
#[code("TOOL_DOWN", exit = exit::UNAVAILABLE, fix = "tool start {name}")]
struct ToolDown {
    name: String,
}

fn main() {}
