use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum Failed {
    #[error("one")]
    #[code("ONE", classify(code("23505")))]
    One,
    #[error("two")]
    #[code("TWO", classify(code("23505")))]
    Two,
}

fn main() {}
