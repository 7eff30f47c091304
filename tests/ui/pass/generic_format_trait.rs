use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", suggest = "look at {of:x}")]
struct Failed<T> {
    #[context(skip)]
    of: T,
}

fn main() {
    assert_eq!(Failed { of: 255_u8 }.suggestion().unwrap(), "look at ff");
}
