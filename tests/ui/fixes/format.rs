use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", fix = "db up --port {port:>6}")]
    Failed { host: String, port: u16 },
}

fn main() {}
