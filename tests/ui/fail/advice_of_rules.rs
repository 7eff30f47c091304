use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("ACTIONS_WITH_FIELDS", classify(status(410)), actions("db show {name}", "db show {code}"))]
    ActionsWithFields { name: String, code: String },
    #[code("ACTIONS", classify(fallback), actions = calls)]
    Actions { calls: Vec<String> },
    #[code("SKIPPED_FIELD", classify(status(404)), suggest = "{message}")]
    SkippedField { #[context(skip)] message: String },
    #[code("FORMATTED_FIELD", classify(status(405)), suggest = "Read {message:?}")]
    FormattedField { message: String },
    #[code("FIELD", exit = 4, classify(io(NotFound)), suggest = "Create {path}", fix = "tool init --path={path}")]
    Field { path: String },
}

fn main() {}
