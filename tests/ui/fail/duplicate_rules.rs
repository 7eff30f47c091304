use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("TWICE", classify(io(NotFound), io(NotFound), io(..)))]
    Twice,
    #[code("FIRST", classify(code("23505"), status(404), type(std::fmt::Error), message("token expired")))]
    First,
    #[code("SECOND", classify(code("23505"), status(404), type(std::fmt::Error), message("token expired")))]
    Second,
    #[code("THIRD", classify(fallback, validation))]
    Third,
    #[code("FOURTH", classify(fallback, validation))]
    Fourth,
}

fn main() {}
