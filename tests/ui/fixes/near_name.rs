use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", fix = "db up {hots}")]
    Failed { host: String, port: u16 },
}

fn main() {}
