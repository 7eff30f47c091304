use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", actions = tokens)]
    Failed { #[context(secret)] tokens: Vec<String> },
}

fn main() {}
