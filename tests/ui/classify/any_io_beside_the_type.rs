use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum Failed {
    #[error("one")]
    #[code("ONE", classify(io(..)))]
    One,
    #[error("two")]
    #[code("TWO", classify(type(std::io::Error)))]
    Two,
}

fn main() {}
