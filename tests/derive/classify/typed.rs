//! Tests of `Classify`, which applies the rules of one type, and of variants that keep a record.

use crate::classify::{Api, api, around};
use agent_error::definition::Foreign;
use agent_error::{AgentError, Classify, ErrorRecord};
use std::error::Error;
use std::io;

agent_error::foreign!(Foreign::<Api>::new().status(|error| Some(error.status)));

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum ToolError {
    #[error("no such file")]
    #[code("TOOL_NO_FILE", exit = 5, classify(io(NotFound)), suggest = "Check the path")]
    NoFile,
    #[error("{message}")]
    #[code("TOOL_NOT_FOUND", exit = 5, classify(status(404)))]
    NotFound { message: String, status: u16 },
    #[error("confused")]
    #[code("TOOL_CONFUSED", exit = 2)]
    Confused,
    #[error(transparent)]
    #[code(transparent)]
    Foreign(#[from] ErrorRecord),
}

fn read(path: &str) -> Result<Vec<u8>, ToolError> {
    match path {
        "" => Err(ToolError::Confused),
        path => Ok(std::fs::read(path).map_err(ToolError::classify)?),
    }
}

#[test]
fn a_transparent_variant_keeps_the_record() {
    let error = read("/no/such/file").unwrap_err();
    assert_eq!((error.code(), error.exit_code(), error.to_string().as_str()), ("TOOL_NO_FILE", 5, "no such file"));
    assert_eq!(error.suggestion().as_deref(), Some("Check the path"));
    assert!(error.source().unwrap().to_string().starts_with("No such file"));
    assert_eq!(read("").unwrap_err().code(), "TOOL_CONFUSED");
}

#[test]
fn a_record_and_the_variant_that_keeps_it_are_the_same() {
    let record = ToolError::classify(api(404, "no such vm"));
    let kept = ToolError::from(record.clone());
    assert_eq!(serde_json::json!(ErrorRecord::of(&kept)), serde_json::json!(record));
}

/// Nests a type with rules and a type without rules.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Outer {
    #[error(transparent)]
    #[code(transparent)]
    Tool(#[from] ToolError),
    #[error(transparent)]
    #[code(transparent)]
    Plain(#[from] Plain),
    #[error("{message}")]
    #[code("OUTER_ERROR", classify(fallback))]
    Other { message: String },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("plain")]
#[code("OUTER_PLAIN", exit = 7, classify(message("plain")))]
struct Plain;

#[test]
fn rules_of_nested_types_apply_but_no_others() {
    assert_eq!(Outer::classify(api(404, "vm")).code, "TOOL_NOT_FOUND");
    assert_eq!(Outer::classify("plain").code, "OUTER_PLAIN");
    assert_eq!(Outer::classify("what?").code, "OUTER_ERROR");
    assert_eq!(ToolError::classify("plain").code, "UNCLASSIFIED_ERROR");
}

#[test]
fn a_coded_error_keeps_its_code_even_inside_a_wrapper() {
    assert_eq!(Outer::classify(ToolError::Confused).code, "TOOL_CONFUSED");
    assert_eq!(Outer::classify(Box::new(Plain)).code, "OUTER_PLAIN");
    for error in
        [around("no such vm: 404", Plain).into(), Box::<dyn Error + Send + Sync>::from(io::Error::other(Plain))]
    {
        // The type doesn't declare this code, but the program does.
        let record = ToolError::classify(error);
        assert_eq!((record.code.as_str(), record.exit_code()), ("OUTER_PLAIN", 7));
    }
    let record = Outer::classify(around("unauthorized", Plain));
    assert_eq!(record.detail.as_deref(), Some("unauthorized"));
}

/// Contains itself, and accepts every foreign error.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Recursive {
    #[error(transparent)]
    #[code(transparent, opaque)]
    Inner(Box<Recursive>),
    #[error("{message}")]
    #[code("RECURSIVE_OTHER", classify(fallback))]
    Other { message: String },
}

#[test]
fn classification_by_a_recursive_type_terminates() {
    assert_eq!(Recursive::classify("text").code, "RECURSIVE_OTHER");
    let nested = Recursive::Inner(Box::new(Recursive::Other { message: "inner".to_owned() }));
    let record = Recursive::classify(nested);
    assert_eq!((record.code.as_str(), record.message.as_str()), ("RECURSIVE_OTHER", "inner"));
}

/// A type that inherits its docs URLs from [`Documented`].
#[derive(Debug, thiserror::Error, AgentError)]
#[error("undocumented")]
#[code("INHERITED_DOCS", classify(status(404)))]
struct Undocumented;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://example.com/{code}")]
enum Documented {
    #[error(transparent)]
    #[code(transparent)]
    Inner(#[from] Undocumented),
}

#[test]
fn a_nested_type_inherits_its_docs_urls() {
    assert_eq!(Documented::from(Undocumented).docs_url().as_deref(), Some("https://example.com/INHERITED_DOCS"));
    let record = Undocumented::classify(api(404, ""));
    assert_eq!(record.docs_url.as_deref(), Some("https://example.com/INHERITED_DOCS"));
}
