use agent_error::{AgentError, catalog};

#[derive(Debug, thiserror::Error, AgentError)]
enum AppError {
    #[error("lost")]
    #[code("UPSTREAM_LOST")]
    Lost,
}

fn main() {
    println!("{}", catalog![AppError, upstream::UpstreamError].len());
}
