//! Types out of the registry declare no guard, which a crate of macros could not export.

use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, retired("OLD"))]
#[error("first")]
#[code("FAILED")]
struct First;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, retired("OLD"))]
#[error("second")]
#[code("FAILED")]
struct Second;

fn main() {
    assert_eq!(First.code(), Second.code());
}
