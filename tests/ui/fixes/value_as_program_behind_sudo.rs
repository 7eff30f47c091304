use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", fix = "sudo -u root -- {tool}")]
    Failed { tool: String },
}

fn main() {}
