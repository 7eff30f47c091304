//! An MCP server with incorrect declarations: a tool returns a code that it doesn't declare, errors
//! are declared for an unknown tool, and the actions of a code name unknown tools.

use agent_error::{AgentError, ErrorSet, error_set};
use agent_error_mcp::Server;
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};

/// The errors of the tools.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(mcp))]
enum ToolsError {
    #[error("declared")]
    #[code("TOOLS_DECLARED", exit = 5)]
    Declared,
    #[error("undeclared")]
    #[code("TOOLS_UNDECLARED", exit = 5)]
    Undeclared,
    #[error("stuck")]
    #[code("TOOLS_STUCK", exit = 5, actions("unstick", "GET /tools"))]
    Stuck,
    #[error("retired")]
    #[code("TOOLS_RETIRED", exit = 5, actions("unstick", "declared"))]
    Retired,
}

struct Tools;

#[tool_router]
#[allow(clippy::unused_self, reason = "rmcp calls tools on their server")]
impl Tools {
    #[tool(name = "declared")]
    fn declared(&self) -> Result<String, ToolsError> {
        Err(ToolsError::Declared)
    }

    #[tool(name = "panics")]
    #[allow(clippy::panic, reason = "what is tested")]
    fn panics(&self) -> String {
        panic!("{} is lost", "hunter2")
    }

    #[tool(name = "stuck")]
    fn stuck(&self) -> Result<String, ToolsError> {
        Err(ToolsError::Stuck)
    }

    #[tool(name = "retired")]
    fn retired(&self) -> Result<String, ToolsError> {
        Err(ToolsError::Retired)
    }

    #[tool(name = "undeclared")]
    fn undeclared(&self) -> Result<String, ToolsError> {
        Err(ToolsError::Undeclared)
    }
}

#[tool_handler]
impl ServerHandler for Tools {}

/// With any argument, runs under `agent_error::run`, which reports panics itself.
fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    if std::env::args().len() > 1 {
        agent_error::run(|| runtime.block_on(serve()).map_err(agent_error::Report::new));
        return Ok(());
    }
    runtime.block_on(serve())
}

async fn serve() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    const DECLARED: ErrorSet = error_set!["TOOLS_DECLARED" in ToolsError];
    Server::new(Tools)
        .tools(&[
            ("declared", DECLARED),
            ("undeclared", DECLARED),
            ("misspelt", DECLARED),
        ])
        .serve(rmcp::transport::stdio())
        .await?
        .waiting()
        .await?;
    Ok(())
}
