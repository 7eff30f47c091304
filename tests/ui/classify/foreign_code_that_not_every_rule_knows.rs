use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed: {code}")]
#[code("FAILED", classify(code("23505"), status(409)))]
struct Failed {
    code: String,
}

fn main() {}
