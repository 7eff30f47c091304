use agent_error::AgentError;

mod secrecy {
    #[derive(Debug)]
    pub struct SecretString;
}

#[derive(Debug, thiserror::Error, AgentError)]
enum LoginError {
    #[error("failed")]
    #[code("FAILED")]
    Failed { entered: secrecy::SecretString },
    #[error("failed again")]
    #[code("FAILED_AGAIN")]
    Again {
        #[context(public)]
        entered: Option<secrecy::SecretString>,
    },
}

fn main() {}
