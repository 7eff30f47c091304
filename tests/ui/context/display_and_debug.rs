use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed {
        #[context(display, debug)]
        host: String,
    },
}

fn main() {}
