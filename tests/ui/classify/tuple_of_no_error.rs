use agent_error::AgentError;

#[derive(Debug)]
struct Page;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", classify(message("locked")))]
    Failed(Page),
}

fn main() {}
