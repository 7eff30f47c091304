use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", detail = "{ }")]
    Failed { host: String },
}

fn main() {}
