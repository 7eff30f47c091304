use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", suggest = "{id:>pin$}")]
    Failed {
        id: u8,
        #[context(secret)]
        pin: usize,
    },
}

fn main() {}
