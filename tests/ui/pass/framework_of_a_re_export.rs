//! `integrate(mcp = path)`, where the package calls the crate by no name of its own.

mod my_errors {
    pub use agent_error_mcp;
}

#[derive(Debug, thiserror::Error, agent_error::AgentError)]
#[agent_error(integrate(mcp = my_errors::agent_error_mcp, axum))]
#[error("failed")]
#[code("FAILED", exit = 5)]
struct Failed;

fn main() {
    fn tool(error: impl rmcp::handler::server::tool::IntoCallToolResult) -> bool {
        error.into_call_tool_result().is_ok()
    }
    assert!(tool(Failed));
    assert_eq!(rmcp::ErrorData::from(Failed).message, "failed");
}
