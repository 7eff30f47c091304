use agent_error::{AgentError, catalog};

#[derive(Debug, thiserror::Error, AgentError)]
#[error("lost")]
#[code("LOST", exit = 5, shared)]
struct Lost;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("gone")]
#[code("LOST", exit = 6, shared)]
struct Gone;

fn main() {
    println!("{}", catalog![upstream::UpstreamError, Lost, Gone].len());
}
