use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", exit = 0)]
struct Failed;

fn main() {
    fn tool(_: impl rmcp::handler::server::tool::IntoCallToolResult) {}
    tool(Failed);
    let _ = rmcp::ErrorData::from(Failed);
}
