//! Tests of `replacement`, which declares the successor of something that has moved.

use crate::document_of;
use agent_error::format::Terminal;
use agent_error::{AgentError, Catalog, ErrorRecord, Format, exit, render};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Moved {
    /// The command has a new name.
    #[error("`tool get` has moved")]
    #[code("MOVED_COMMAND", exit = exit::REDIRECTED, replacement = "tool show {name}")]
    Command { name: String },
    /// The resource is at another address.
    #[error("the resource has moved")]
    #[code("MOVED_RESOURCE", exit = exit::REDIRECTED, replacement = "{location}")]
    Resource {
        #[context(skip)]
        location: Option<String>,
    },
}

fn command() -> Moved {
    Moved::Command { name: "web".to_owned() }
}

#[test]
fn an_occurrence_names_it_with_its_fields() {
    assert_eq!(command().replacement().as_deref(), Some("tool show web"));
    let location = Some("https://example.com/v2".to_owned());
    assert_eq!(Moved::Resource { location }.replacement().as_deref(), Some("https://example.com/v2"));
    assert_eq!(Moved::Resource { location: None }.replacement(), None);
    let envelope: Value = serde_json::from_str(&render(&command(), Format::Envelope)).unwrap();
    assert_eq!(envelope["error"]["replacement"], "tool show web");
    let problem: Value = serde_json::from_str(&render(&command(), Format::Problem)).unwrap();
    assert_eq!(problem["replacement"], "tool show web");
    assert_eq!(
        render(&command(), Format::Human),
        "error[MOVED_COMMAND]: `tool get` has moved\n\n     use: tool show web\n"
    );
    let flat: Value = serde_json::from_str(&render(&command(), Format::Flat)).unwrap();
    assert_eq!(flat["suggestion"], "Use `tool show web`");
}

#[test]
fn every_format_that_supports_it_is_parsed() {
    let record = ErrorRecord::new("GONE", "it has moved").with_replacement("--level 2");
    for format in [Format::Brief, Format::Envelope, Format::Problem] {
        let read = format.parse(&render(&record, format)).unwrap();
        assert_eq!(read.replacement.as_deref(), Some("--level 2"), "{format}");
    }
    let record = ErrorRecord::of(&command());
    assert_eq!(record.replacement.as_deref(), Some("tool show web"));
}

#[test]
fn a_replacement_of_another_program_that_is_not_a_text_is_kept_among_the_values() {
    let foreign = r#"{"error":true,"code":"GONE","message":"gone","replacement":{"id":7}}"#;
    let read = Format::Flat.parse(foreign).unwrap();
    assert_eq!((read.replacement.as_deref(), read.value("replacement")), (None, Some(json!({"id": 7}))));
}

#[test]
fn the_catalog_and_the_schema_show_it() {
    let catalog = Catalog::of::<Moved>();
    let explained = catalog.explain("MOVED_COMMAND").unwrap();
    assert_eq!(json!(explained)["replacement"], "tool show {name}");
    assert!(
        explained.text(Terminal::default()).contains("use       tool show {name}"),
        "{}",
        explained.text(Terminal::default())
    );
    let schema = document_of(&catalog).envelope_schema();
    let envelope: Value = serde_json::from_str(&render(&command(), Format::Envelope)).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&envelope), "{schema}");
    assert_eq!(schema["$defs"]["Advice"]["properties"]["replacement"]["type"], "string", "{schema}");
}
