use agent_error::{AgentError, Catalog, definition::Catalogued};

#[derive(Debug, thiserror::Error, AgentError)]
enum AppError<E: std::error::Error + Catalogued> {
    #[error(transparent)]
    #[code(transparent)]
    Inner(E),
    #[error("lost")]
    #[code("UPSTREAM_LOST")]
    Lost,
}

fn main() {
    println!("{}", Catalog::of::<AppError<upstream::UpstreamError>>().len());
}
