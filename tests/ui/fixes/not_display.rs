use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", fix = "ls {paths}")]
    Failed { paths: Vec<String> },
}

fn main() {}
