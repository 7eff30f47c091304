use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed {
        #[context(skip, rename = "x")]
        host: String,
    },
}

fn main() {}
