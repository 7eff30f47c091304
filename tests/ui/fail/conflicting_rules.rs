use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("TWICE", classify(io(NotFound), io(NotFound), io(..)))]
    Twice,
    #[code("FIRST", classify(code("23505"), status(404), type(std::fmt::Error), message("token expired")))]
    First,
    #[code("SECOND", classify(code("23505"), status(404), type(std::fmt::Error), message("Token-Expired!")))]
    Second,
    #[code("THIRD", classify(fallback, validation))]
    Third,
    #[code("FOURTH", classify(fallback, validation))]
    Fourth,
    #[code("TYPE_OF_IO", classify(type(std::io::Error)))]
    TypeOfIo,
    #[code("OVERLAPPING", classify(status(500..=549)))]
    Overlapping,
    #[code("OVERLAPPED", classify(status(530..=599)))]
    Overlapped,
    #[code("COVERED", classify(status(410..=411)))]
    Covered,
    #[code("COVERING", classify(status(410, 411)))]
    Covering,
}

fn main() {}
