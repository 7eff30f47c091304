use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("{} wrong passwords, the last one was {password}", 3)]
    #[code("FAILED")]
    Failed {
        #[context(secret)]
        password: String,
    },
}

fn main() {}
