// Values that are only known when constants are evaluated.
use agent_error::{AgentError, ErrorSet, code, error_set, exit};

const LOST: u8 = 126;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("CONSTANT", exit = LOST)]
struct Constant;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("PATH", exit = exit::SUCCESS)]
struct Path;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = exit::SUCCESS)]
#[error("failed")]
enum Default {
    #[code("LOST")]
    Lost,
    #[code("STALE")]
    Stale,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("{name} is down")]
#[code("TOOL_DOWN", exit = exit::UNAVAILABLE, fix = "tool start {name}")]
struct ToolDown {
    name: String,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no row")]
#[code("NO_ROW")]
struct NoRow;

const CODE: &str = code!("NO_ROWS" in NoRow);
const SET: ErrorSet = error_set!["NO_ROW" | "NO_TABLE" in NoRow];

fn main() {}
