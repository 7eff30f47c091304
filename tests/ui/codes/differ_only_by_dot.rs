use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(case = "dotted")]
enum DbError {
    #[error("dotted")]
    #[code("a.b")]
    Dotted,
    #[error("spelled")]
    #[code("a_dot_b")]
    Spelled,
}

fn main() {}
