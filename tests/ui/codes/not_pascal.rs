use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(case = "pascal")]
enum DbError {
    #[error("failed")]
    #[code("NOT_FOUND")]
    Failed,
}

fn main() {}
