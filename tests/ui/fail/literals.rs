// rustc checks the values of format specs and constants.
use agent_error::AgentError;

const LOST: i32 = 5;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("EXIT", exit = LOST)]
    Exit,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("SPEC", suggest = "ping {port:q}")]
struct FormatSpec {
    port: u16,
}

fn main() {}
