use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum Failed {
    #[error("a")]
    #[code("FAILED_A", classify(status(400..=449)))]
    A,
    #[error("b")]
    #[code("FAILED_B", classify(status(430..=499)))]
    B,
}

fn main() {}
