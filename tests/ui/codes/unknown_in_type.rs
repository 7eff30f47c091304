use agent_error::{AgentError, code};

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no row")]
#[code("NO_ROW")]
struct NoRow;

fn main() {
    println!("{}", code!("NO_ROWS" in NoRow));
}
