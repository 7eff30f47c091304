use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("dotted")]
    #[code("a.b")]
    Dotted,
    #[error("spelled")]
    #[code("a_dot_b")]
    Spelled,
}

fn main() {}
