// Codes that are made from the names of variants.
use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(rename_all = "kebab-case")]
#[error("failed")]
enum UnknownCase {
    #[code("KNOWN")]
    Known,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(rename_all = snake_case)]
#[error("failed")]
#[code("WORD")]
struct Word;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(rename_all = "SCREAMING_SNAKE_CASE", domain = "Db")]
#[error("failed")]
enum OtherCase {
    Locked,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(rename_all = "snake_case", domain = "DB")]
#[error("failed")]
enum UpperDomain {
    Locked,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(rename_all = "SCREAMING_SNAKE_CASE", domain = "DB")]
#[error("failed")]
enum Names {
    Überlauf,
    ANameThatIsAGoodDealLongerThanAnyNameThatAnybodyWouldEverTypeByHand,
    IOError,
    #[code("IO_ERROR")]
    OutsideTheDomain,
    IoError,
    #[code(rename_all = "snake_case")]
    Misplaced,
}

fn main() {}
