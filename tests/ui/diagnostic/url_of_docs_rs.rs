use agent_error::AgentError;

#[derive(Debug, thiserror::Error, miette::Diagnostic, AgentError)]
#[error("no file")]
#[diagnostic(code(tool::no_file), url(docsrs))]
struct NoFile;

fn main() {}
