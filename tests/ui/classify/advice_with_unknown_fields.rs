use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum Failed {
    #[error("cannot open {path}")]
    #[code("FAILED_TO_OPEN", exit = 4, classify(io(NotFound)), suggest = "Create {path}", fix = "tool init --path={path}")]
    Open { path: String },
    #[error("failed")]
    #[code("FAILED_DEBUG", classify(status(404)), suggest = "Read {message:?}", check = "tool show {message}")]
    Debug { message: String },
    #[error("failed")]
    #[code("FAILED_SKIPPED", classify(status(500)), suggest = "{message}", actions = calls)]
    Skipped {
        /// What to do.
        #[context(skip)]
        message: String,
        calls: Vec<String>,
    },
    #[error("failed")]
    #[code("FAILED_WITHOUT_RULES", suggest = "Create {path}", detail = "{path} is gone")]
    WithoutRules { path: String },
}

fn main() {}
