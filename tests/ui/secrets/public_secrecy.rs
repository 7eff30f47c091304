mod secrecy {
    #[derive(Debug)]
    pub struct SecretString;
}

#[derive(Debug, thiserror::Error, agent_error::AgentError)]
#[error("failed")]
#[code("FAILED")]
struct Failed {
    #[context(public)]
    entered: Option<secrecy::SecretString>,
}

fn main() {}
