use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error = "FAILED"]
#[error("failed")]
enum AgentErrorWithValue {
    #[code]
    WithoutArguments,
    #[code(exit = 5, "FAILED")]
    CodeNotFirst,
    #[agent_error("FAILED")]
    CodeInAgentError,
    #[code("FAILED" exit = 5)]
    MissingComma,
    #[code("MISSING_COMMA_AFTER_VALUE", exit = 5 retryable)]
    MissingCommaAfterValue,
    #[code("NO_KEY", = 5)]
    NoKey,
    #[code("FIELDS")]
    Fields {
        #[context = "secret"]
        with_value: String,
        #[context]
        without_arguments: String,
    },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error]
#[error("failed")]
enum AgentErrorWithoutArguments {
    #[code("FAILED")]
    Failed,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code]
struct CodeWithoutArguments;

fn main() {}
