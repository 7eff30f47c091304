//! Tests of an error whose author reaches our crates only through another module.

mod errors {
    pub(super) use agent_error as runtime;
    pub(super) use {agent_error_axum as axum, agent_error_mcp as mcp, agent_error_tonic as tonic};
}

use errors::axum::axum::response::IntoResponse as _;
use errors::runtime::AgentError as _;
use errors::tonic::tonic::Status;
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult as _;

#[derive(Debug, thiserror::Error, errors::runtime::AgentError)]
#[agent_error(crate = crate::re_exports::errors::runtime)]
#[error("lost")]
#[code("LOST", suggest = "look for {0}")]
struct Lost(#[context(rename = "number")] u8);

#[derive(Debug, thiserror::Error, errors::runtime::AgentError)]
#[agent_error(integrate(mcp = errors::mcp, tonic = errors::tonic, axum = errors::axum))]
#[error("failed")]
#[code("FAILED", exit = 5)]
struct Failed;

#[errors::runtime::main(crate = crate::re_exports::errors::runtime)]
fn main() {}

#[test]
fn the_macros_work_through_other_paths() {
    assert_eq!(Lost(5).record().suggestion(), Some("look for 5"));
    assert_eq!(Failed.into_response().status(), 404);
    assert!(Failed.into_call_tool_result().is_ok());
    assert_eq!(ErrorData::from(Failed).message, "failed");
    assert_eq!(Status::from(Failed).message(), "failed");
    assert_eq!(main(), std::process::ExitCode::SUCCESS);
}
