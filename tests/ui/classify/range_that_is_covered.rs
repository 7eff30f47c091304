use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum Failed {
    #[error("a")]
    #[code("FAILED_A", classify(status(400..=401)))]
    A,
    #[error("b")]
    #[code("FAILED_B", classify(status(400, 401)))]
    B,
}

fn main() {}
