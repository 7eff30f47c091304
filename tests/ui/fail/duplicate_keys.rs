use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = 5)]
#[agent_error(exit = 6)]
#[error("failed")]
enum DbError {
    #[code("LIST", exit = 5, retryable, exit = 6)]
    InOneList,
    #[code("ATTRIBUTES", exit = 5)]
    #[agent_error(exit = 6)]
    AcrossAttributes,
    #[code("CODE")]
    #[agent_error(code = "LOST")]
    Code,
    #[code("FIELD")]
    OnField {
        #[context(skip, skip)]
        host: String,
    },
}

fn main() {}
