use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed { github_api_key: String },
}

fn main() {}
