use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED")]
    Failed {
        #[context(values_from = "db drop --list")]
        kind: String,
    },
}

fn main() {}
