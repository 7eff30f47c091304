use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered = true)]
#[error("failed")]
enum DbError {
    #[code("EMPTY", suggest = , retryable)]
    Empty,
    #[code("EXPRESSION", suggest = concat!("a", "b"))]
    Expression,
    #[code("FLAG_FOR_STRING", suggest)]
    FlagForString,
    #[code("LIST_FOR_STRING", suggest("try again"))]
    ListForString,
    #[code("NUMBER_FOR_STRING", suggest = 5)]
    NumberForString,
    #[code("NUMBER_FOR_WORD", severity = 5)]
    NumberForWord,
    #[code("UNKNOWN_SEVERITY", severity = "fatal")]
    UnknownSeverity,
    #[code("UNKNOWN_PHASE", phase = executing)]
    UnknownPhase,
    #[code("VALUE_FOR_FLAG", shared = true)]
    ValueForFlag,
    #[code("LIST_FOR_FLAG")]
    ListForFlag {
        #[context(secret(yes))]
        host: String,
    },
    #[code("EMPTY_ACTIONS", actions())]
    EmptyActions,
    #[code("BLANK_ACTION", actions("list", " "))]
    BlankAction,
    #[code("ACTIONS_OF_NUMBERS", actions(5))]
    ActionsOfNumbers,
    #[code("ACTIONS_OF_STRING", actions = "db.list")]
    ActionsOfString,
    #[code("DOCS_OF_NUMBER", docs = 5)]
    DocsOfNumber,
    #[code("DOCS_WITHOUT_URL", docs = "see the manual")]
    DocsWithoutUrl,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[agent_error(crate = "agent_error")]
#[code("FAILED")]
struct CrateOfString;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[agent_error(crate)]
#[code("FAILED")]
struct CrateWithoutValue;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://docs.example.com/{name}")]
#[error("failed")]
#[code("FAILED")]
struct DocsWithAnotherPlaceholder;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://docs.example.com/errors")]
#[error("failed")]
#[code("FAILED")]
struct DocsWithoutCode;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "docs.example.com/{code}")]
#[error("failed")]
#[code("FAILED")]
struct DocsWithoutScheme;

fn main() {}
