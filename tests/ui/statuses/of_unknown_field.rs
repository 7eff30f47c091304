use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", status = sttus)]
    Failed { status: u16 },
}

fn main() {}
