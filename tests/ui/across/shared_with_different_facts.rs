use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum AppError {
    #[error(transparent)]
    #[code(transparent)]
    Upstream(#[from] upstream::UpstreamError),
    #[error("lost")]
    #[code("UPSTREAM_SHARED", exit = 7, shared)]
    Lost,
}

fn main() {}
