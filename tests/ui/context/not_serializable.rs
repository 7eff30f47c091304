use agent_error::AgentError;

#[derive(Debug)]
struct Connection;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed { connection: Connection },
}

fn main() {}
