use agent_error::{AgentError, Catalog, catalog};

#[derive(Debug, thiserror::Error, AgentError)]
enum AppError {
    #[error(transparent)]
    #[code(transparent)]
    Upstream(#[from] upstream::OuterError),
    #[error("shared")]
    #[code("UPSTREAM_SHARED", exit = 6, shared)]
    Shared,
}
fn main() {
    assert_eq!(Catalog::of::<AppError>().len(), 3);
    assert_eq!(catalog![AppError, upstream::UpstreamError].len(), 3);
}
