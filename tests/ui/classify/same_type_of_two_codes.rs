use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum Failed {
    #[error("a")]
    #[code("FAILED_A", classify(type(std::fmt::Error)))]
    A,
    #[error("b")]
    #[code("FAILED_B", classify(type(std::fmt::Error)))]
    B,
}

fn main() {}
