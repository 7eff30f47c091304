//! Our crates are only reachable through another module.

mod errors {
    pub use agent_error as runtime;
    pub use {agent_error_axum, agent_error_mcp, agent_error_tonic};
}

#[derive(Debug, thiserror::Error, errors::runtime::AgentError)]
#[agent_error(crate = crate::errors::runtime)]
#[error("lost")]
#[code("LOST", suggest = "look for {0}")]
struct Lost(u8);

#[derive(Debug, thiserror::Error, errors::runtime::AgentError)]
#[agent_error(integrate(mcp = errors::agent_error_mcp, tonic = errors::agent_error_tonic, axum = errors::agent_error_axum))]
#[error("failed")]
#[code("FAILED", exit = 5)]
struct Failed;

#[agent_error::main(crate = crate::errors::runtime)]
fn main() {
    assert_eq!(
        errors::runtime::AgentError::record(&Lost(5))
            .suggestion()
            .unwrap(),
        "look for 5"
    );
    fn tool(error: impl rmcp::handler::server::tool::IntoCallToolResult) -> bool {
        error.into_call_tool_result().is_ok()
    }
    assert!(tool(Failed));
    assert_eq!(rmcp::ErrorData::from(Failed).message, "failed");
    assert_eq!(
        errors::agent_error_tonic::tonic::Status::from(Failed).message(),
        "failed"
    );
}
