use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", suggest = "{load:.*}")]
    Failed { load: f64 },
}

fn main() {}
