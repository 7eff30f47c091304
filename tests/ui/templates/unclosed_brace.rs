use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", suggest = "ping {host")]
    Failed { host: String, port: u16 },
}

fn main() {}
