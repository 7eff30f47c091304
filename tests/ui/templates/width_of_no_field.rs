use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", suggest = "{port:>width$}")]
    Failed { host: String, port: u16 },
}

fn main() {}
