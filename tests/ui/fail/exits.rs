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
    #[code("ZERO", exit = 0)]
    Zero,
}

fn main() {}
