use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", exit = 0)]
#[agent_error(integrate(axum, mcp, tonic))]
struct Failed;

fn main() {
    fn handler(_: impl axum::response::IntoResponse) {}
    handler(Failed);
    fn tool(_: impl rmcp::handler::server::tool::IntoCallToolResult) {}
    tool(Failed);
    let _ = (rmcp::ErrorData::from(Failed), agent_error_tonic::tonic::Status::from(Failed));
}
