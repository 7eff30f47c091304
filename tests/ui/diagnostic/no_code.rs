use agent_error::AgentError;

#[derive(Debug, thiserror::Error, miette::Diagnostic, AgentError)]
#[error("no file")]
#[diagnostic(help("Create it"))]
struct NoFile;

fn main() {}
