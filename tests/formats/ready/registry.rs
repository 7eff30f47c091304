//! No ready-made error is registered by itself; a type that nests one brings it along.

use super::all;
use agent_error::{AgentError, Catalog, Format, ready, render};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://docs.example.com/errors/{code}")]
enum ReadyNests {
    #[error("the disk is full")]
    #[code("READY_DISK_FULL", exit = 73)]
    DiskFull,
    #[error(transparent)]
    #[code(transparent)]
    Confirm(#[from] ready::ConfirmationRequired),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unlinked)]
enum ReadyNestsUnlinked {
    #[error(transparent)]
    #[code(transparent)]
    Late(#[from] ready::Timeout),
    #[error(transparent)]
    #[code(transparent)]
    Fields(#[from] ready::InvalidFields),
    #[error(transparent)]
    #[code(transparent)]
    Value(#[from] ready::InvalidValue),
}

fn codes(catalog: &Catalog) -> Vec<&'static str> {
    catalog.iter().map(|entry| entry.def.code).collect()
}

#[test]
fn only_what_a_linked_type_nests_is_in_the_linked_catalog() {
    let linked = Catalog::linked().unwrap();
    for error in all() {
        let nested = error.code() == "CONFIRMATION_REQUIRED";
        assert_eq!(linked.get(error.code()).is_some(), nested, "{}", error.code());
    }
    assert!(linked.get("READY_DISK_FULL").is_some());
}

#[test]
fn a_type_that_nests_one_has_its_code() {
    let catalog = Catalog::of::<ReadyNests>();
    assert_eq!(codes(&catalog), ["CONFIRMATION_REQUIRED", "READY_DISK_FULL"]);
    assert_eq!(
        catalog.entry("CONFIRMATION_REQUIRED").unwrap().docs_url().as_deref(),
        Some("https://docs.example.com/errors/CONFIRMATION_REQUIRED")
    );
    assert_eq!(codes(&Catalog::of::<ready::Timeout>()), ["TIMEOUT"]);
}

#[test]
fn both_validation_errors_can_be_nested() {
    assert_eq!(codes(&Catalog::of::<ReadyNestsUnlinked>()), ["TIMEOUT", "VALIDATION_ERROR"]);
    let late = ReadyNestsUnlinked::from(ready::Timeout { operation: "x".into(), limit_ms: 1 });
    assert_eq!(late.code(), "TIMEOUT");
    let value = ReadyNestsUnlinked::from(ready::InvalidValue { field: "x".into(), reason: "y".into() });
    let fields = ReadyNestsUnlinked::from(super::invalid_fields());
    assert_eq!(value.code(), fields.code());
}

#[test]
fn a_nested_error_shows_what_it_shows_alone() {
    let alone = ready::ConfirmationRequired { action: "user destroy".into() };
    let nested = ReadyNests::from(alone.clone());
    assert_eq!((nested.code(), nested.exit_code()), (alone.code(), alone.exit_code()));
    for format in [Format::Nested, Format::Flat, Format::Xml, Format::Tagged] {
        assert_eq!(render(&nested, format), render(&alone, format), "{format}");
    }
    let fields = super::invalid_fields();
    let nested = ReadyNestsUnlinked::from(fields.clone());
    for format in Format::ALL {
        assert_eq!(render(&nested, *format), render(&fields, *format), "{format}");
    }
    assert_eq!(
        nested.docs_url().or(ReadyNests::DiskFull.docs_url()).as_deref(),
        Some("https://docs.example.com/errors/READY_DISK_FULL")
    );
}
