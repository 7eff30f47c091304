use agent_error::AgentError;

#[derive(Debug, displaydoc::Display, thiserror::Error, AgentError)]
enum DbError {
    /// wrong pin {pin}
    #[code("FAILED")]
    Failed {
        #[context(secret)]
        pin: String,
    },
}

fn main() {}
