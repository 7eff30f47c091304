//! Foreign errors as variants, by `Classify`.

use crate::{Api, api, around};
use agent_error::{AgentError, Classify, Foreign};
use std::error::Error;
use std::io;

agent_error::foreign!(Foreign::<Api>::new().status(|error| Some(error.status)));

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unlinked)]
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
fn the_variant_holds_the_error_itself() {
    let read = std::fs::read("/no/such/file").map_err(ToolError::classify);
    assert!(matches!(read, Err(ToolError::NoFile { source }) if source.raw_os_error().is_some()));
    let found = ToolError::classify(api(404, "vm"));
    assert!(matches!(found, ToolError::NotFound { status: 404, source: Api { message: "vm", .. }, .. }));
}

#[test]
fn what_is_known_at_link_time_needs_no_classifier() {
    assert_eq!(agent_error::Classifier::of::<ToolError>().unwrap().classify(api(404, "vm")).code, "TOOL_NOT_FOUND");
}

#[test]
fn what_cannot_be_taken_out_is_the_fallback() {
    let error = ToolError::classify(around("listing", api(404, "vm")));
    let ToolError::Other { message, source } = error else { panic!("{error:?}") };
    assert_eq!(message, "API error 404: vm");
    assert_eq!(source.to_string(), "listing");
}

#[test]
fn an_error_of_the_type_is_given_back() {
    let own = ToolError::NotFound { message: "vm 7".to_owned(), status: 404, source: api(404, "") };
    let boxed: Box<dyn Error + Send + Sync> = own.into();
    assert_eq!(ToolError::classify(boxed).to_string(), "vm 7");
}

#[test]
fn a_struct_can_be_the_fallback() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("failed")]
    #[agent_error(unlinked)]
    #[code("FAILED", classify(fallback))]
    struct Failed {
        source: io::Error,
    }
    let failed = Failed::classify("text");
    assert_eq!(failed.source.to_string(), "text");
}
