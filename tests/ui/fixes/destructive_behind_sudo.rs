use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", fix = "sudo -- rm {path}")]
    Failed { path: String },
}

fn main() {}
