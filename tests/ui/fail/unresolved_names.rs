// rustc reports these mistakes, at the name itself.
use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("LOST", exit = exit::LOST)]
struct ExitWithoutImport;

mod imports {
    use agent_error::{AgentError, exit};

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("it is missing")]
    #[code("TOOL_MISSING", exit = exit::NOTFOUND)]
    struct ToolMissing;
}

fn main() {}
