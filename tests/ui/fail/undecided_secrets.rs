use agent_error::AgentError;

mod secrecy {
    #[derive(Debug)]
    pub struct SecretString;
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("NAME")]
    Name { password: String },
    #[code("NAME_BEHIND_RENAME")]
    NameBehindRename {
        #[context(rename = "word")]
        password: String,
    },
    #[code("RENAME")]
    Rename(#[context(rename = "token")] String),
    #[code("KEYS")]
    Keys {
        ssh_key: String,
        sessionId: u8,
        public_key: String,
        max_tokens: u8,
    },
    #[code("RAW_NAME")]
    RawName { r#secret: String },
    #[code("WORD_INSIDE")]
    WordInside { github_api_key: String },
    #[code("TYPE")]
    Type {
        #[context]
        entered: secrecy::SecretString,
    },
    #[code("NOT_CONTEXT")]
    NotContext { token: Vec<(u8, u8)>, password: secrecy::SecretString },
    #[code("PUBLIC_TYPE")]
    PublicType {
        #[context(public)]
        entered: Option<secrecy::SecretString>,
    },
    #[code("SOURCE")]
    Source {
        #[context(secret)]
        source: std::io::Error,
    },
}

fn main() {}
