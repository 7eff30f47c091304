use agent_error::AgentError;

#[derive(Debug, thiserror::Error, miette::Diagnostic, AgentError)]
enum Failed {
    #[error("one")]
    #[diagnostic(code(tool::no_file))]
    One,
    #[error("two")]
    #[diagnostic(code("tool::NoFile"))]
    Two,
}

fn main() {}
