use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum Failed {
    #[error("a")]
    #[code("FAILED_A", classify(fallback))]
    A,
    #[error("b")]
    #[code("FAILED_B", classify(fallback))]
    B,
}

fn main() {}
