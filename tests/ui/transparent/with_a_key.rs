use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error(transparent)]
    #[code(transparent, opaque, exit = 5)]
    Lost(agent_error::ErrorRecord),
}

fn main() {}
