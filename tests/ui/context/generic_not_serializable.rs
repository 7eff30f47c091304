use agent_error::{AgentError, Format, render};

#[derive(Debug)]
struct Connection;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
struct Failed<T> {
    of: T,
}

fn main() {
    println!("{}", render(&Failed { of: Connection }, Format::Human));
}
