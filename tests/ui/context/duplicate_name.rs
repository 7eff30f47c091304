use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed {
        host: String,
        #[context(rename = "host")]
        port: u16,
    },
}

fn main() {}
