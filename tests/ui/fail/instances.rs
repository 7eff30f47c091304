use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("FLAG", instance)]
    Flag { id: String },
    #[code("NUMBER", instance = 7)]
    Number { id: String },
    #[code("UNKNOWN_FIELD", instance = "/requests/{request}")]
    UnknownField { request_id: String },
    #[code("UNKNOWN_FIELD_AS_VALUE", instance = reqest_id)]
    UnknownFieldAsValue { request_id: String },
    #[code("OPEN_BRACE", instance = "/requests/{id")]
    OpenBrace { id: String },
    #[code("FORMAT_SPEC", instance = "/requests/{id:04}")]
    FormatSpec { id: u64 },
    #[code("SPACE", instance = "/my requests/{request_id}")]
    Space { request_id: String },
    #[code("WITHOUT_FIELD", instance = "/requests")]
    WithoutField { request_id: String },
}

fn main() {}
