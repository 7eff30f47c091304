use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("A_CODE_THAT_IS_A_GOOD_DEAL_LONGER_THAN_ANY_CODE_THAT_ONE_CAN_TYPE")]
    Failed,
}

fn main() {}
