use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code(code = FAILED)]
    Constant,
    #[code(5)]
    Number,
    #[code = 5]
    AssignedNumber,
    #[agent_error(code)]
    Flag,
    #[code("")]
    NotFound,
    #[code("NOT-FOUND")]
    Hyphen,
    #[code("ÜBERLAUF")]
    Overflow,
    #[code("404_NOT_FOUND")]
    StartsWithDigit,
    #[code("A_CODE_THAT_IS_A_GOOD_DEAL_LONGER_THAN_ANY_CODE_THAT_ONE_CAN_TYPE")]
    TooLong,
    #[agent_error(exit = 5)]
    UserNotFound,
    Missing,
    #[code("THRICE")]
    First,
    #[code("THRICE")]
    Second,
    #[code("THRICE")]
    Third,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum NoCodes {
    #[code(WITHOUT_QUOTES)]
    WithoutQuotes,
    #[code(WITHOUT_QUOTES_BEFORE_A_KEY, exit = 5)]
    WithoutQuotesBeforeKey,
    #[agent_error("ALONE")]
    Alone,
    #[agent_error("BEFORE_A_KEY", exitt = 5)]
    BeforeKey,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no file")]
struct NoFile {
    path: String,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(codes = FailedCode)]
#[error("failed")]
#[code("FAILED")]
struct CodesOfGeneric<T: std::fmt::Debug + serde::Serialize>(T);

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(codes = "FailedCode")]
#[error("failed")]
#[code("FAILED")]
struct CodesOfString;

fn main() {}
