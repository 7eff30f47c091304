use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[code("DB")]
#[context(skip)]
#[agent_error(retryable, classify(fallback))]
#[error("failed")]
enum DbError {
    #[code("ENUM_KEY", domain = "DB")]
    EnumKey,
    #[code("FIELD_KEY", secret)]
    FieldKey,
    #[code("CONTEXT")]
    #[context(skip)]
    Context,
    #[code("FIELDS")]
    Fields {
        #[code("HOST")]
        code: String,
        #[agent_error(unregistered)]
        enum_key: String,
        #[context(suggest = "x")]
        variant_key: String,
        #[context(instance)]
        id: String,
    },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[agent_error(code = "FAILED", secret)]
struct FieldKey;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", domain = "DB")]
struct ContainerKeyInCode;

fn main() {}
