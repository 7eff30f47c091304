use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error(transparent)]
    #[code("LOST", transparent)]
    Lost(agent_error::ErrorRecord),
}

fn main() {}
