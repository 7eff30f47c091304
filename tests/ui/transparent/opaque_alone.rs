use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("lost")]
    #[code("LOST", opaque)]
    Lost,
}

fn main() {}
