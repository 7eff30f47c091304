use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "docs.example.com/{code}")]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed,
}

fn main() {}
