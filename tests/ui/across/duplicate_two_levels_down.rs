use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum AppError {
    #[error(transparent)]
    #[code(transparent)]
    Outer(#[from] Box<upstream::OuterError>),
    #[error("lost")]
    #[code("UPSTREAM_LOST")]
    Lost,
}

fn main() {}
