use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", suggest = "ping {hots}:{prot}")]
    Failed { host: String, port: u16 },
}

fn main() {}
