// rustc reports these mistakes, at the name itself.
use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("NEAR_NAME", suggest = "ping {hots}")]
    NearName { host: String, port: u16 },
    #[code("RAW_LITERAL", suggest = r#"ping "{hots}" now"#)]
    RawLiteral { host: String, port: u16 },
    #[code("TWO_NAMES", suggest = "ping {hots}:{prot}")]
    TwoNames { host: String, port: u16 },
    #[code("FIX", fix = "db up {hots}")]
    Fix { host: String, port: u16 },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("LOST", exit = exit::LOST)]
struct ExitWithoutImport;

mod imports {
    use agent_error::{AgentError, exit};

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("it is missing")]
    #[code("TOOL_MISSING", exit = exit::NOTFOUND)]
    struct ToolMissing;
}

fn main() {}
