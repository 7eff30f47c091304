//! Tests of the field names in the catalog, if they differ from those in Rust.

use crate::document_of;
use agent_error::{AgentError, Catalog, ErrorRecord, Format};
use agent_error_tooling::ExportFormat;
use serde_json::json;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "of some only their declarations matter")]
enum NameError {
    /// A user is in the way.
    #[error("{who} blocks page {page_id:>4}")]
    #[code(
        "NAME_RENAMED",
        exit = 6,
        detail = "{page_id:>width$}, {{who}}",
        suggest = "Ask {who:?} to leave within {timeout_ms} ms",
        fix = "unlock --page={page_id}"
    )]
    Renamed {
        #[context(rename = "user")]
        who: String,
        #[context(rename = "page")]
        page_id: u8,
        #[context(rename = "not {a: name")]
        width: usize,
        #[context(skip)]
        timeout_ms: u64,
    },

    /// What was asked for does not exist.
    #[error("{message}")]
    #[code("NAME_SKIPPED", exit = 5, suggest = "{advice}")]
    Skipped {
        #[context(skip)]
        message: String,
        #[context(skip)]
        advice: String,
        status: u16,
    },

    /// A file cannot be read.
    #[error("{0} cannot be read: {1}")]
    #[code("NAME_COUNTED", exit = 74, suggest = "Look at {0}")]
    Counted(#[context(rename = "path")] String, String),

    /// There is too much.
    #[error("{} of {items}", .count, items = .count + 1)]
    #[code("NAME_ARGUED", exit = 6)]
    Argued {
        #[context(rename = "all")]
        items: u8,
        count: u8,
    },
}

fn renamed() -> NameError {
    NameError::Renamed { who: "eve".into(), page_id: 7, width: 3, timeout_ms: 5 }
}

/// Parses the example on the page of a code.
fn example(code: &str) -> ErrorRecord {
    let files = document_of(&Catalog::of::<NameError>()).export(ExportFormat::Markdown);
    let page = files.into_iter().find(|file| file.path == format!("{code}.md")).unwrap().text;
    let (_, envelope) = page.split_once("### Envelope").unwrap();
    let envelope = envelope.split("```").nth(1).unwrap().strip_prefix("json").unwrap();
    Format::Envelope.parse(envelope).unwrap()
}

#[test]
fn a_template_names_a_field_as_the_context_does() {
    let catalog = Catalog::of::<NameError>();
    let def = catalog.get("NAME_RENAMED").unwrap();
    assert_eq!(def.message().unwrap().as_str(), "{user} blocks page {page:>4}");
    assert_eq!(def.detail().unwrap().as_str(), "{page:>width$}, {{who}}");
    assert_eq!(def.suggestion().unwrap().as_str(), "Ask {user:?} to leave within {timeout_ms} ms");
    assert_eq!(def.fix_command().unwrap().as_str(), "unlock --page={page}");
    let counted = catalog.get("NAME_COUNTED").unwrap();
    assert_eq!(counted.message().unwrap().as_str(), "{path} cannot be read: {1}");
    assert_eq!(counted.suggestion().unwrap().as_str(), "Look at {path}");
}

#[test]
fn a_placeholder_of_an_argument_names_the_field_in_it() {
    let def = Catalog::of::<NameError>().get("NAME_ARGUED").unwrap();
    assert_eq!(def.message().unwrap().as_str(), "{count} of {items}");
    assert_eq!(NameError::Argued { items: 7, count: 2 }.to_string(), "2 of 3");
}

#[test]
fn an_error_itself_is_reported_as_before() {
    let error = renamed();
    assert_eq!(error.detail().unwrap(), "  7, {who}");
    assert_eq!(error.suggestion().unwrap(), "Ask \"eve\" to leave within 5 ms");
    assert_eq!(error.fix_command().unwrap(), "unlock --page=7");
    assert_eq!(error.to_string(), "eve blocks page    7");
    assert_eq!(NameError::Counted("a".into(), "b".into()).suggestion().unwrap(), "Look at a");
}

#[test]
fn an_example_has_a_value_for_each_field() {
    let example = example("NAME_RENAMED");
    assert_eq!(example.message, "ada blocks page 1");
    assert_eq!((example.value("user"), example.value("page")), (Some(&json!("ada")), Some(&json!(1))));
    assert_eq!(example.detail.as_deref(), Some("1, {who}"));
    assert_eq!(example.suggestion.as_deref(), Some("Ask \"ada\" to leave within 5000 ms"));
    assert_eq!(example.fix_command.as_deref(), Some("unlock --page=1"));
}

#[test]
fn an_example_says_what_the_code_means_where_only_an_error_itself_knows_it() {
    let example = example("NAME_SKIPPED");
    assert_eq!(example.message, "What was asked for does not exist");
    assert_eq!(example.value("status"), Some(&json!(404)));
    // This field has no name in Rust.
    assert_eq!(self::example("NAME_COUNTED").message, "data/items.csv cannot be read: …");
}
