use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = 200)]
#[error("failed")]
enum DbError {
    #[code("ABOVE_BYTE", exit = 256)]
    AboveByte,
    #[code("ABOVE_RANGE", exit = 126)]
    AboveRange,
    #[code("EMPTY", exit = )]
    Empty,
    #[code("FLAG", exit)]
    Flag,
    #[code("NEGATIVE", exit = -1)]
    Negative,
    #[code("STRING", exit = "5")]
    String,
    #[code("NAME_IN_QUOTES", exit = "code")]
    NameInQuotes { code: u8 },
    #[code("ZERO", exit = 0)]
    Zero,
    #[code("UNKNOWN_FIELD", exit = cod)]
    UnknownField { code: u8 },
    #[code("FIELD_OF_UNIT", exit = code)]
    FieldOfUnit,
    #[code("SECRET", exit = pin)]
    Secret {
        #[context(secret)]
        pin: u8,
    },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = code)]
#[error("failed")]
enum FieldOfType {
    #[code("A")]
    A { code: u8 },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = code)]
#[error("failed")]
#[code("B")]
struct FieldOfStruct {
    code: u8,
}

fn main() {}
