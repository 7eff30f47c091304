use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", fix = "rsync --delete src/ {host}:dst/")]
    Failed { host: String },
}

fn main() {}
