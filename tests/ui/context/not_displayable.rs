use agent_error::AgentError;

#[derive(Debug)]
struct Connection;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
struct Failed {
    #[context(display)]
    connection: Connection,
}

fn main() {}
