// One compilation reports all mistakes. Code that uses the type causes no errors of its own.
use agent_error::{AgentError, Format, render};

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("lost")]
    #[code("lost", exit = 0, sugest = "look")]
    Lost { password: String },
    #[error("stale")]
    #[code("STALE", retryable, side_effects = partial)]
    Stale,
    #[error("bare")]
    Bare,
    #[error("near")]
    #[code("NEAR", suggest = "ping {hots}")]
    NearName { host: String },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", exit = 0)]
#[agent_error(integrate(axum, mcp, tonic))]
struct Failed;

fn main() {
    println!("{}", render(&DbError::Stale, Format::ENVELOPE));
    println!("{}", agent_error::Catalog::of::<DbError>().len());
    fn handler(_: impl agent_error_axum::axum::response::IntoResponse) {}
    handler(Failed);
    fn tool(_: impl rmcp::handler::server::tool::IntoCallToolResult) {}
    tool(Failed);
    let _ = (rmcp::ErrorData::from(Failed), agent_error_tonic::tonic::Status::from(Failed));
}
