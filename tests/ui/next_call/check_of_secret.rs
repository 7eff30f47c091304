use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", check = "db show {pin}")]
    Failed {
        #[context(secret)]
        pin: String,
    },
}

fn main() {}
