use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("EMPTY_SUGGEST", suggest = "")]
    EmptySuggest,
    #[code("BLANK_FIX_REQUIRED", fix_required = "  ")]
    BlankFixRequired,
    #[code("BLANK_NAME", detail = "{ }")]
    BlankName { host: String },
    #[code("POSITIONAL", suggest = "ping {}")]
    Positional { host: String },
    #[code("POSITIONAL_DEBUG", detail = "ping {:?}")]
    PositionalDebug { host: String },
    #[code("NESTED_BRACES", detail = "{a{host}}")]
    NestedBraces { host: String },
    #[code("UNCLOSED_BRACE", suggest = "ping {host")]
    UnclosedBrace { host: String },
    #[code("UNOPENED_BRACE", detail = "ping host}")]
    UnopenedBrace { host: String },
    #[code("CONVERSION_OF_ANOTHER_LANGUAGE", detail = "{host!r}")]
    ConversionOfAnotherLanguage { host: String },
    #[code("EXPRESSION", suggest = "ping {host.len()}")]
    Expression { host: String, port: u16 },
    #[code("NEAR_NAME", suggest = "ping {hots}:{prot}")]
    NearName { host: String, port: u16 },
    #[code("FAR_NAME", suggest = "ping {user}")]
    FarName { host: String, port: u16 },
    #[code("INDEX_IN_NAMED", suggest = "ping {0}")]
    IndexInNamed { host: String, port: u16 },
    #[code("METHOD_IN_TUPLE", detail = "{0.len}")]
    MethodInTuple(String),
    #[code("NAME_IN_TUPLE", suggest = "ping {host}")]
    NameInTuple(String, u16),
    #[code("INDEX_BEYOND_TUPLE", suggest = "ping {2}")]
    IndexBeyondTuple(String, u16),
    #[code("NO_FIELDS", suggest = "ping {host}")]
    NoFields,
    #[code("BODY_OF_UNKNOWN_FIELD", body = outptu)]
    BodyOfUnknownField { output: String },
    #[code("BODY_OF_STRING", body = "output")]
    BodyOfString { output: String },
}

fn main() {}
