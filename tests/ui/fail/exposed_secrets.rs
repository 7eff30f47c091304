use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("wrong pin {0}")]
enum DbError {
    #[error("failed")]
    #[code("FORMATTED", suggest = "{id} {pin:>4}")]
    Formatted {
        id: u8,
        #[context(secret)]
        pin: usize,
    },
    #[error("failed")]
    #[code("TEXTS", detail = "tried {pin:?}", fix = "db login {pin}", fix_required = "not {pin}")]
    Texts {
        #[context(secret)]
        pin: String,
    },
    #[error("failed")]
    #[code("MORE_TEXTS", suggest = "use {pin}", check = "db show {pin}", instance = "/requests/{pin}")]
    MoreTexts {
        #[context(secret)]
        pin: String,
    },
    #[error("failed")]
    #[code("SUGGEST_BY_CONTEXT_NAME", suggest = "not {pin}")]
    SuggestByContextName(#[context(secret, rename = "pin")] u8),
    #[error("failed")]
    #[code("ACTIONS", actions = tokens)]
    Actions { #[context(secret)] tokens: Vec<String> },
    #[error("failed")]
    #[code("BODY", body = token)]
    Body { #[context(secret)] token: String },
    #[error("failed")]
    #[code("RETRY_AFTER", retry_after = pin)]
    RetryAfter { #[context(secret)] pin: u64 },
    #[error("failed")]
    #[code("STATUS", status = pin)]
    Status { #[context(secret)] pin: u16 },
    #[error("wrong pin {pin}")]
    #[code("MESSAGE")]
    Message { #[context(secret)] pin: String },
    #[error("wrong pin {}", .pin.trim())]
    #[code("MESSAGE_ARGUMENT")]
    MessageArgument { #[context(secret)] pin: String },
    #[error("{} wrong passwords, the last one was {password}", 3)]
    #[code("MESSAGE_BESIDE_EMPTY_PLACEHOLDER")]
    MessageBesideEmptyPlaceholder { #[context(secret)] password: String },
    #[error("wrong pin {}", .0.1)]
    #[code("MESSAGE_BY_NESTED_INDEX")]
    MessageByNestedIndex(#[context(secret)] (u8, String)),
    #[code("MESSAGE_OF_ENUM")]
    MessageOfEnum(#[context(secret)] String),
    #[error("wrong pin {0}")]
    #[code("TUPLE_MESSAGE")]
    TupleMessage(#[context(secret, rename = "pin")] String),
    #[error("wrong pin {0} {tries}", tries = 3)]
    #[code("TUPLE_MESSAGE_BESIDE_ARGUMENT")]
    TupleMessageBesideArgument(#[context(secret)] String),
}

#[derive(Debug, displaydoc::Display, thiserror::Error, AgentError)]
enum Displaydoc {
    /// wrong pin {pin}
    #[code("FAILED")]
    Failed { #[context(secret)] pin: String },
}

#[derive(Debug, snafu::Snafu, AgentError)]
enum Snafu {
    #[snafu(display("wrong pin {pin}"))]
    #[code("FAILED")]
    Failed { #[context(secret)] pin: String },
}

fn main() {}
