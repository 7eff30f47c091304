#![deny(warnings)]

#[derive(Debug, thiserror::Error, agent_error::AgentError)]
#[allow(dead_code)]
enum Failed {
    #[error("never")]
    #[code("NEVER", suggest = "never {0}")]
    Never(std::convert::Infallible),
    #[error("real")]
    #[code("REAL")]
    Real,
}

fn main() {
    assert_eq!(agent_error::AgentError::code(&Failed::Real), "REAL");
}
