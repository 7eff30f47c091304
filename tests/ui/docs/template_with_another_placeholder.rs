use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://docs.example.com/{name}")]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed,
}

fn main() {}
