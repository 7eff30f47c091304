use agent_error::AgentError;

mod secrecy {
    #[derive(Debug)]
    pub struct SecretString;
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
struct Failed {
    entered: secrecy::SecretString,
}

fn main() {}
