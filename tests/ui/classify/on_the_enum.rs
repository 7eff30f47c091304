use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(classify(fallback))]
enum Failed {
    #[error("failed")]
    #[code("FAILED")]
    A,
}

fn main() {}
