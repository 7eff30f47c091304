use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", retry_after = self.pause)]
    Failed { pause: u64 },
}

fn main() {}
