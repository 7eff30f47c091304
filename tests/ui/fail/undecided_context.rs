// Fields whose place in the context is unclear.
use agent_error::AgentError;

#[derive(Debug, serde::Serialize)]
struct Tree;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
#[error("failed")]
enum Strict {
    #[code("NAMED", suggest = "Try")]
    NotDecidedYet {
        path: std::path::PathBuf,
        tree: Tree,
        lines: Option<Vec<(u32, u32)>>,
        #[context]
        marked: Tree,
        #[context(skip)]
        skipped: Tree,
        source: std::io::Error,
    },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(context = implicit)]
#[error("failed")]
enum Marks {
    #[code("CONFLICT")]
    Conflict {
        #[context]
        #[context(skip)]
        tree: Tree,
    },
    #[code("TUPLE")]
    Tuple(#[context] u8),
    #[code("MARKED_TOKEN")]
    MarkedToken {
        #[context]
        token: Tree,
    },
    #[code("EMPTY")]
    Empty {
        #[context()]
        tree: Tree,
    },
    #[code(transparent)]
    Transparent(#[context] agent_error::ErrorRecord),
    #[context]
    #[code("ON_VARIANT")]
    OnVariant,
}

fn main() {}
