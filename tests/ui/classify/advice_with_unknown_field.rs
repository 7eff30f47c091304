use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("cannot open {path}")]
#[code("FAILED", exit = 4, classify(io(NotFound)), suggest = "Create {path}", fix = "tool init --path={path}")]
struct Failed { path: String }

fn main() {}
