use agent_error::{AgentError, exit};

#[derive(Debug, thiserror::Error, AgentError)]
#[error("it is missing")]
#[code("TOOL_MISSING", exit = exit::NOTFOUND)]
struct ToolMissing;

fn main() {}
