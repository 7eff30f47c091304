//! `integrate(mcp = path)` and `integrate(tonic = path)`, where the package reaches the crates through a re-export.

mod my_errors {
    pub use {agent_error_mcp, agent_error_tonic};
}

#[derive(Debug, thiserror::Error, agent_error::AgentError)]
#[agent_error(integrate(mcp = my_errors::agent_error_mcp, tonic = my_errors::agent_error_tonic, axum))]
#[error("failed")]
#[code("FAILED", exit = 5)]
struct Failed;

fn main() {
    fn tool(error: impl rmcp::handler::server::tool::IntoCallToolResult) -> bool {
        error.into_call_tool_result().is_ok()
    }
    assert!(tool(Failed));
    assert_eq!(rmcp::ErrorData::from(Failed).message, "failed");
    assert_eq!(agent_error_tonic::tonic::Status::from(Failed).message(), "failed");
}
