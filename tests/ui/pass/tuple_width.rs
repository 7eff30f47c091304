#![deny(warnings)]
use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", suggest = "[{1:>0$}]")]
struct Failed(usize, u8);

fn main() {
    assert_eq!(Failed(4, 7).suggestion().unwrap(), "[   7]");
}
