// Codes that nested types declare, too.
use agent_error::{AgentError, catalog};

#[derive(Debug, thiserror::Error, AgentError)]
enum Nested {
    #[error(transparent)]
    #[code(transparent)]
    Upstream(#[from] upstream::UpstreamError),
    #[error("lost")]
    #[code("UPSTREAM_LOST")]
    Lost,
}

mod two_levels_down {
    #[derive(Debug, thiserror::Error, agent_error::AgentError)]
    #[agent_error(unregistered)]
    enum AppError {
        #[error(transparent)]
        #[code(transparent)]
        Outer(#[from] Box<upstream::OuterError>),
        #[error("lost")]
        #[code("UPSTREAM_LOST")]
        Lost,
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
enum OtherFacts {
    #[error(transparent)]
    #[code(transparent)]
    Upstream(#[from] upstream::UpstreamError),
    #[error("lost")]
    #[code("UPSTREAM_SHARED", exit = 7, shared)]
    Lost,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, retired("OLD"))]
#[error("new")]
#[code("NEW")]
struct Retires;

#[derive(Debug, thiserror::Error, AgentError)]
enum RetiredBelow {
    #[error(transparent)]
    #[code(transparent)]
    Retires(#[from] Retires),
    #[error("old")]
    #[code("OLD")]
    Old,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("lost")]
#[code("UPSTREAM_LOST")]
struct Listed;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("lost")]
#[code("LOST", exit = 5, shared)]
struct Lost;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("gone")]
#[code("LOST", exit = 6, shared)]
struct Gone;

fn main() {
    println!("{}", catalog![Listed, upstream::UpstreamError].len());
    println!("{}", catalog![upstream::UpstreamError, Lost, Gone].len());
}
