use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("lost")]
    #[code(transparent)]
    Lost,
}

fn main() {}
