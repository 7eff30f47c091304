use agent_error::AgentError;

/// A runtime of another version.
mod other {
    pub use agent_error::*;

    pub mod __private {
        pub mod same_version_as_agent_error_macros_0_0_9 {}
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(crate = crate::other)]
enum Failed {
    #[error("{path} is lost")]
    #[code("LOST", exit = 5, suggest = "Look for {path}")]
    Lost { path: String },
}

fn main() {}
