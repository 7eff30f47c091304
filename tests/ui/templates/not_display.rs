use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", suggest = "ping {hosts}")]
    Failed { hosts: Vec<String> },
}

fn main() {}
