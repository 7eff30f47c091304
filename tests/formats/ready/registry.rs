//! Tests that no ready-made error is registered by default, and that nesting one in a type registers it.

use super::all;
use agent_error::catalog::CatalogError;
use agent_error::definition::Catalogued;
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
#[agent_error(unregistered)]
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
    catalog.iter().map(|entry| entry.def.code()).collect()
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
fn a_type_that_nests_a_ready_made_error_has_its_code() {
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
    let alone = ready::ConfirmationRequired::new("user destroy");
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

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum OwnNotFound {
    #[error("no such page")]
    #[code("NOT_FOUND", exit = 4, suggest = "See the index")]
    Page,
}

#[test]
fn a_program_may_declare_a_code_of_these_itself() {
    let catalog = Catalog::of::<OwnNotFound>();
    assert_eq!(codes(&catalog), ["NOT_FOUND"]);
    assert_eq!((catalog.get("NOT_FOUND").unwrap().exit_code(), OwnNotFound::Page.exit_code()), (4, 4));
    let both = Catalog::from_types(&[<OwnNotFound as Catalogued>::TYPE, <ready::NotFound as Catalogued>::TYPE]);
    assert!(matches!(both, Err(CatalogError::DuplicateCode { .. })), "{both:?}");
}

#[test]
fn what_is_deprecated_names_its_replacement() {
    let error = ready::Deprecated { name: "--fast".into(), replacement: "--level 1".into(), actions: Vec::new() };
    assert_eq!(AgentError::replacement(&error).as_deref(), Some("--level 1"));
    let envelope: serde_json::Value = serde_json::from_str(&render(&error, Format::Envelope)).unwrap();
    assert_eq!(envelope["error"]["replacement"], "--level 1");
}

#[test]
fn what_is_deprecated_lists_the_calls_to_make_instead() {
    let actions = vec!["billing.invoices_v2".to_owned()];
    let error =
        ready::Deprecated { name: "billing.invoices".into(), replacement: "billing.invoices_v2".into(), actions };
    let xml = render(&error, Format::Xml);
    assert!(xml.starts_with("<tool_error code=\"DEPRECATED\" severity=\"warning\">"), "{xml}");
    assert!(xml.contains("<available_actions>\n  <action>billing.invoices_v2</action>\n</available_actions>"), "{xml}");
}

/// A replacement that the advice does not name.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("{name} has moved")]
#[code("MOVED", replacement = "{to}", suggest = "Change the script")]
struct Moved {
    name: String,
    to: String,
}

#[test]
fn the_human_format_shows_a_replacement_once() {
    let named = ready::Deprecated { name: "--fast".into(), replacement: "--level 1".into(), actions: Vec::new() };
    assert_eq!(render(&named, Format::Human).matches("--level 1").count(), 1);
    assert!(render(&named, Format::Brief).contains("\nuse: --level 1"), "an agent reads it in its own place");
    let moved = Moved { name: "tool old".into(), to: "tool new".into() };
    assert!(render(&moved, Format::Human).contains("\n     use: tool new\n"));
    let part = Moved { name: "tool old".into(), to: "script".into() };
    assert!(!render(&part, Format::Human).contains("use:"));
    let part = Moved { name: "tool old".into(), to: "scrip".into() };
    assert!(render(&part, Format::Human).contains("use:"), "a part of a word is not the replacement");
}
