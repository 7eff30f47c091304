use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
struct Failed {
    ssh_key: String,
    sessionId: u8,
    public_key: String,
    max_tokens: u8,
}

fn main() {}
