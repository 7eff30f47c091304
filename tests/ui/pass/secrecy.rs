use agent_error::{AgentError, Format, render};

mod secrecy {
    #[derive(Debug)]
    pub struct SecretString(pub &'static str);
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("the login failed")]
#[code("LOGIN_FAILED", exit = 8)]
struct LoginError {
    #[context(secret)]
    entered: secrecy::SecretString,
    #[context(skip)]
    stored: Option<secrecy::SecretString>,
}

fn main() {
    let error =
        LoginError { entered: secrecy::SecretString("hunter2"), stored: Some(secrecy::SecretString("hunter2")) };
    for format in Format::ALL {
        assert!(!render(&error, *format).contains("hunter2"), "{format}");
    }
    assert!(error.stored.is_some_and(|stored| stored.0 == "hunter2"));
}
