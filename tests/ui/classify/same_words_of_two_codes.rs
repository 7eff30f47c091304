use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum Failed {
    #[error("a")]
    #[code("FAILED_A", classify(message("token expired")))]
    A,
    #[error("b")]
    #[code("FAILED_B", classify(message("Token-Expired!")))]
    B,
}

fn main() {}
