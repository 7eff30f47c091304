use agent_error::{AgentError, exit};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = exit::SUCCESS)]
enum DbError {
    #[error("lost")]
    #[code("LOST")]
    Lost,
    #[error("stale")]
    #[code("STALE")]
    Stale,
}

fn main() {}
