use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(instance = "/users/{user}/requests/{request_id}")]
enum DbError {
    #[error("one")]
    #[code("ONE_FAILED")]
    One { request_id: String },
    #[error("two")]
    #[code("TWO_FAILED")]
    Two { user: String },
}

fn main() {}
