use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed {
        #[context(rename = "host\nname")]
        host: String,
    },
}

fn main() {}
