//! Tests that formats omit blank strings, and that white space in values doesn't change the syntax.

use agent_error::{AgentError, ErrorRecord, Format, render};

#[test]
fn an_empty_action_is_in_no_format() {
    let record = ErrorRecord::new("A_B", "m").with_action("").with_action("\u{1b}[1m").with_action("list");
    for format in crate::PARSED {
        let read = format.parse(&render(&record, *format)).unwrap();
        assert!(read.actions.is_empty() || read.actions == ["list"], "{format}: {:?}", read.actions);
    }
    let none = ErrorRecord::new("A_B", "m").with_action("");
    assert!(!render(&none, Format::Envelope).contains("actions"));
}

#[test]
fn a_hint_is_never_blank() {
    for blank in ["", " ", "\n", "\n \t", "\u{1b}[1m \u{1b}[0m"] {
        let record = ErrorRecord::new("A_B", "m").with_suggestion(blank);
        assert_eq!(render(&record, Format::Tagged), "[error:A_B] m", "{blank:?}");
        let record = record.with_fix_command("tool fix");
        assert_eq!(render(&record, Format::Tagged), "[error:A_B] m\nhint: Run `tool fix`", "{blank:?}");
    }
}

#[test]
fn line_breaks_in_attributes_are_references() {
    let record = ErrorRecord::new("A\nB\tC", "a\nb").with_context("a\nname", "a\nvalue");
    let text = render(&record, Format::Xml);
    assert!(text.contains(r#"code="A&#10;B&#9;C""#) && text.contains(r#"key="a&#10;name""#), "{text}");
    let document = roxmltree::Document::parse(&text).unwrap();
    assert_eq!(document.root_element().attribute("code"), Some("A\nB\tC"));
    assert_eq!(Format::Xml.parse(&text).unwrap().code(), "A\nB\tC");
}
