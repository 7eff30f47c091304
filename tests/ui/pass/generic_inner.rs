use agent_error::{AgentError, Catalog, ErrorRecord};

#[derive(Debug, thiserror::Error, AgentError)]
enum AppError<E> {
    #[error(transparent)]
    #[code(transparent)]
    Inner(E),
    #[error("lost")]
    #[code("LOST")]
    Lost,
}
fn main() {
    assert_eq!(AppError::<ErrorRecord>::Lost.code(), "LOST");
    assert_eq!(Catalog::of::<AppError<ErrorRecord>>().len(), 1);
}
