// Doc comments that a derive can't read.
use agent_error::AgentError;

macro_rules! text {
    () => {
        "Text."
    };
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[doc = include_str!("documentation.rs")]
    #[code("FILE")]
    File,
    #[doc = concat!("Text: ", text!())]
    #[code("NESTED")]
    Nested,
    #[code("FIELD")]
    Field {
        #[doc = text!()]
        name: String,
    },
    /// The summary is known.
    #[doc = text!()]
    #[code("AFTER_SUMMARY")]
    AfterSummary,
    #[doc = text!()]
    #[code("HIDDEN", hidden)]
    Hidden,
}

fn main() {}
