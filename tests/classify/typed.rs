//! Tests of `Classify`, which converts foreign errors to variants.

use crate::{Api, api, around};
use agent_error::definition::Foreign;
use agent_error::{AgentError, Classify};
use std::error::Error;
use std::io;

agent_error::foreign!(Foreign::<Api>::new().status(|error| Some(error.status)));

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum ToolError {
    /// A file is missing.
    #[error("no such file")]
    #[code("TOOL_NO_FILE", exit = 5, classify(io(NotFound)))]
    NoFile { source: io::Error },
    /// A resource is missing.
    #[error("{message}")]
    #[code("TOOL_NOT_FOUND", exit = 5, classify(status(404)))]
    NotFound { message: String, status: u16, source: Api },
    /// Anything else.
    #[error("{message}")]
    #[code("TOOL_ERROR", classify(fallback))]
    Other { message: String, source: Box<dyn Error + Send + Sync> },
}

#[test]
fn the_variant_contains_the_error_itself() {
    let read = std::fs::read("/no/such/file").map_err(ToolError::classify);
    assert!(matches!(read, Err(ToolError::NoFile { source }) if source.raw_os_error().is_some()));
    let found = ToolError::classify(api(404, "vm"));
    assert!(matches!(found, ToolError::NotFound { status: 404, source: Api { message: "vm", .. }, .. }));
}

#[test]
fn what_is_known_at_link_time_needs_no_classifier() {
    assert_eq!(
        agent_error::classify::Classifier::of::<ToolError>().unwrap().classify(api(404, "vm")).code,
        "TOOL_NOT_FOUND"
    );
}

#[test]
fn an_error_that_cannot_be_moved_out_becomes_the_fallback() {
    let error = ToolError::classify(around("listing", api(404, "vm")));
    let ToolError::Other { message, source } = error else { panic!("{error:?}") };
    assert_eq!(message, "API error 404: vm");
    assert_eq!(source.to_string(), "listing");
}

#[test]
fn a_function_can_find_an_error_at_any_depth() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("looked")]
    #[agent_error(unregistered)]
    #[code("LOOKED", classify(fallback, with = Self::from_found))]
    struct Looked {
        status: Option<u16>,
    }
    impl Looked {
        fn from_found(found: agent_error::classify::Found) -> Self {
            Self { status: found.find::<Api>().map(|api| api.status) }
        }
    }
    assert_eq!(Looked::classify(around("a", api(418, ""))).status, Some(418));
}

#[test]
fn an_error_of_the_type_is_returned_unchanged() {
    let own = ToolError::NotFound { message: "vm 7".to_owned(), status: 404, source: api(404, "") };
    let boxed: Box<dyn Error + Send + Sync> = own.into();
    assert_eq!(ToolError::classify(boxed).to_string(), "vm 7");
}

#[test]
fn a_struct_can_be_the_fallback() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("failed")]
    #[agent_error(unregistered)]
    #[code("FAILED", classify(fallback))]
    struct Failed {
        source: io::Error,
    }
    let failed = Failed::classify("text");
    assert_eq!(failed.source.to_string(), "text");
}

/// Nests a type with rules, a type without rules, and records.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Outer {
    #[error(transparent)]
    #[code(transparent)]
    Tool(#[from] ToolError),
    #[error(transparent)]
    #[code(transparent)]
    Plain(#[from] Plain),
    #[error(transparent)]
    #[code(transparent)]
    Record(#[from] agent_error::ErrorRecord),
    #[error("{message}")]
    #[code("OUTER_ERROR", classify(fallback))]
    Other { message: String },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("plain")]
#[code("OUTER_PLAIN", exit = 7)]
struct Plain;

#[test]
fn rules_of_nested_types_build_nested_variants() {
    let found = Outer::classify(api(404, "vm"));
    assert!(matches!(found, Outer::Tool(ToolError::NotFound { status: 404, .. })), "{found:?}");
    assert!(matches!(Outer::classify("what?"), Outer::Other { message } if message == "what?"));
}

#[test]
fn errors_of_nested_types_are_kept() {
    assert!(matches!(Outer::classify(Plain), Outer::Plain(Plain)));
    assert!(matches!(Outer::classify(Box::new(Plain)), Outer::Plain(Plain)));
    let tool = ToolError::classify("text");
    assert!(matches!(Outer::classify(tool), Outer::Tool(ToolError::Other { .. })));
}

#[test]
fn a_wrapped_coded_error_is_kept_as_a_record() {
    let error = Outer::classify(around("unauthorized", Plain));
    let Outer::Record(record) = error else { panic!("{error:?}") };
    assert_eq!((record.code(), record.exit_code()), ("OUTER_PLAIN", 7));
    assert_eq!(record.detail.as_deref(), Some("unauthorized"));
}

#[test]
fn without_a_place_for_records_a_wrapped_coded_error_is_the_source_of_the_fallback() {
    let error = ToolError::classify(around("no such vm: 404", Plain));
    let ToolError::Other { source, .. } = error else { panic!("{error:?}") };
    assert_eq!(agent_error::find(&*source).unwrap().code(), "OUTER_PLAIN");
}
