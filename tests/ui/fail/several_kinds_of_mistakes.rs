// One compilation reports all mistakes. Code that uses the type causes no errors of its own.
use agent_error::{AgentError, Format, render};

#[path = "../frameworks.rs"]
mod frameworks;

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
#[agent_error(integrate(axum = frameworks::axum, mcp = frameworks::mcp, tonic = frameworks::tonic))]
struct Failed;

fn main() {
    println!("{}", render(&DbError::Stale, Format::ENVELOPE));
    println!("{}", agent_error::Catalog::of::<DbError>().len());
    fn respond(_: impl frameworks::axum::Answer + frameworks::mcp::Answer + frameworks::tonic::Answer) {}
    respond(Failed);
}
