use agent_error::AgentError;

#[derive(Debug, thiserror::Error, miette::Diagnostic, AgentError)]
#[error("failed")]
enum DbError {
    #[diagnostic(code(tool::help), help("Create {}", path.to_uppercase()))]
    HelpWithArguments { path: String },
    #[diagnostic(code(tool::url), url("https://example.com/{}", path))]
    UrlWithArguments { path: String },
    #[diagnostic(help("Create it"))]
    NoCode,
    #[diagnostic(code(tool::no_file))]
    First,
    #[diagnostic(code("tool::NoFile"))]
    Second,
}

#[derive(Debug, thiserror::Error, miette::Diagnostic, AgentError)]
#[error("no file")]
#[diagnostic(code(tool::no_file), url(docsrs))]
struct UrlOfDocsRs;

fn main() {}
