use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
struct Failed {
    #[context(secret)]
    source: std::io::Error,
}

fn main() {}
