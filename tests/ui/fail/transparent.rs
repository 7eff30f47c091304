use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error(transparent)]
    #[code(transparent, opaque)]
    KeyOnField(#[context(skip)] agent_error::ErrorRecord),
    #[error("lost")]
    #[code(transparent)]
    NoField,
    #[error("lost")]
    #[code(transparent)]
    TwoFields(std::fmt::Error, u8),
    #[error("lost")]
    #[code("LOST", opaque)]
    OpaqueAlone,
    #[error(transparent)]
    #[code("LOST", transparent)]
    WithCode(agent_error::ErrorRecord),
    #[error(transparent)]
    #[code(transparent, opaque, exit = 5)]
    WithExit(agent_error::ErrorRecord),
    #[error(transparent)]
    #[code(transparent, classify(fallback))]
    WithRules(agent_error::ErrorRecord),
    #[error(transparent)]
    #[code(transparent)]
    Recursive(Box<DbError>),
}

fn main() {}
