use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", grpc = UNAVAILBLE)]
    Failed,
}

fn main() {}
