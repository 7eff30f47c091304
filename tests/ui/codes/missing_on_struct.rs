use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no file")]
struct NoFile {
    path: String,
}

fn main() {}
