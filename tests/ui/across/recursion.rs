use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum StepError {
    #[error(transparent)]
    #[code(transparent)]
    Inner(Box<StepError>),
    #[error("stuck")]
    #[code("STUCK")]
    Stuck,
}

fn main() {}
