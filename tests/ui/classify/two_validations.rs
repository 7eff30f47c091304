use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum Failed {
    #[error("a")]
    #[code("FAILED_A", classify(validation))]
    A,
    #[error("b")]
    #[code("FAILED_B", classify(validation))]
    B,
}

fn main() {}
