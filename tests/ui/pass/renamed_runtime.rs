mod errors {
    pub use agent_error as runtime;
}

#[derive(Debug, thiserror::Error, errors::runtime::AgentError)]
#[error("lost")]
#[agent_error(crate = crate::errors::runtime)]
#[code("LOST", suggest = "look for {0}")]
struct Lost(u8);

#[agent_error::main(crate = crate::errors::runtime)]
fn main() {
    assert_eq!(errors::runtime::AgentError::suggestion(&Lost(5)).unwrap(), "look for 5");
}
