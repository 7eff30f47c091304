use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("wrong pin {pin}")]
    #[code("FAILED")]
    Failed {
        #[context(secret)]
        pin: String,
    },
}

fn main() {}
