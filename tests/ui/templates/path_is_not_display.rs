use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", suggest = "look at {path}")]
    Failed { path: std::path::PathBuf },
}

fn main() {}
