use agent_error::AgentError;

#[derive(Debug, thiserror::Error, miette::Diagnostic, AgentError)]
#[error("no file")]
#[diagnostic(code(tool::no_file), help("Create {}", path.to_uppercase()))]
struct NoFile {
    path: String,
}

fn main() {}
