use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum Failed {
    #[error(transparent)]
    #[code(transparent, classify(fallback))]
    Inner(agent_error::ErrorRecord),
}

fn main() {}
