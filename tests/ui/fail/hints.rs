// Hints for one kind of caller.
use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("EMPTY", suggest())]
    Empty,
    #[code("STRING", suggest("Look first"))]
    String,
    #[code("UNKNOWN_CALLER", suggest(htttp = "Send it again", cli = "", mcp = 5))]
    UnknownCaller,
    #[code("TWICE", suggest(cli = "Look", cli = "Look again"), suggest(mcp = "Look"))]
    Twice,
    #[code("FIELDS", suggest(cli = "See `db list {id}`", mcp = "Call {none}", http = "Not {pin}"))]
    Fields {
        id: u8,
        #[context(secret)]
        pin: u8,
    },
    #[code("TRANSPARENT", transparent, suggest(cli = "Look"))]
    Transparent(agent_error::ErrorRecord),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(suggest(cli = "Look"))]
#[error("failed")]
enum OnType {
    #[code("FAILED")]
    Failed,
}

fn main() {}
