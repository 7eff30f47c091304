use agent_error::{AgentError, Format, render};

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", exit = 0)]
    Failed,
}

fn main() {
    println!("{}", render(&DbError::Failed, Format::Envelope));
    println!("{}", agent_error::Catalog::of::<DbError>().len());
}
