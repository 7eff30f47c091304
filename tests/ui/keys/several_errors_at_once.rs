use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("lost")]
    #[code("lost", exit = 0, sugest = "look")]
    Lost { password: String },
    #[error("stale")]
    #[code("STALE", retryable, side_effects = partial)]
    Stale,
    #[error("bare")]
    Bare,
}

fn main() {}
