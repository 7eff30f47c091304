//! Tests of names that contain separators, and of names that become equal when sanitized.

use crate::duplicate_names::reject_duplicates;
use agent_error::{AgentError, ErrorRecord, FieldError, Format, parse, render};
use serde::Serialize;
use serde_json::{Value, json};

const ODD: [&str; 9] = ["a, b", "\"a\"", "\"", "a\\, \"b", ",", "a,", ", ", "x: y", "\"a, b\""];

fn with_actions(names: &[&str]) -> ErrorRecord {
    names.iter().fold(ErrorRecord::new("X_Y", "m"), |record, name| record.with_action(*name))
}

#[test]
fn an_action_name_is_never_parsed_as_two() {
    for format in [Format::Brief, Format::Xml, Format::Envelope, Format::Problem] {
        for first in ODD {
            for second in ODD {
                let record = with_actions(&[first, "plain", second]);
                let read = format.parse(&render(&record, format)).unwrap();
                assert_eq!(read.actions, record.actions, "{format}");
            }
        }
    }
    assert!(render(&with_actions(&["a, b", "c"]), Format::Human).ends_with("     try: \"a, b\", c\n"));
    // The separator only appears once the name is sanitized.
    let record = with_actions(&["a,\0 b"]);
    assert_eq!(Format::Brief.parse(&render(&record, Format::Brief)).unwrap().actions, ["a, b"]);
}

#[test]
fn xml_without_a_severity_keeps_names_with_commas_apart() {
    let mut record = with_actions(&["a,b", "c"]);
    record.facts.severity = None;
    let text = render(&record, Format::Xml);
    assert_eq!(Format::Xml.parse(&text).unwrap().actions, ["a,b", "c"], "{text}");
    let mut record = with_actions(&["a", "c"]);
    record.facts.severity = None;
    assert!(render(&record, Format::Xml).contains("<available_actions>a, c</available_actions>"));
    // White space around a name is kept.
    for odd in ["a ", " a", "a\u{1} "] {
        record.actions = vec![odd.to_owned(), "c".to_owned()];
        let read = Format::Xml.parse(&render(&record, Format::Xml)).unwrap();
        assert_eq!(read.actions, [odd.replace('\u{1}', ""), "c".to_owned()]);
        assert_eq!(Format::Xml.parse(&render(&read, Format::Xml)).unwrap().actions, read.actions);
    }
}

#[test]
fn a_field_name_never_merges_with_its_message() {
    for name in ["a: b", "a:", "\"a\": b", ": ", "", "a.b"] {
        let record = ErrorRecord::new("X_Y", "m").with_field_error(FieldError::new(name, "No: never."));
        let read = Format::Brief.parse(&render(&record, Format::Brief)).unwrap();
        assert_eq!(read.field_errors(), record.field_errors(), "{name:?}");
    }
    let record = ErrorRecord::new("X_Y", "m").with_field_error(FieldError::new("a: b", "No."));
    assert!(render(&record, Format::Human).ends_with("   field: \"a: b\": No.\n"));
}

#[test]
fn context_names_are_sanitized_and_unique() {
    let record = ErrorRecord::new("X_Y", "m")
        .with_context("a", 1)
        .with_context("a\0", 2)
        .with_context("\u{1b}[1mb", 3)
        .with_context("fields\u{85}", "other")
        .with_field_error(FieldError::new("f", "No."));
    let names: Vec<&str> = record.context.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a", "b", "fields"]);
    assert_eq!(record.value("a"), Some(json!(2)));
    // `Brief` and `Xml` would show these names alike.
    let pairs = [("\u{2028}", 4), ("\n", 5), ("\u{fffe}", 6), ("\u{ffff}", 7)];
    let record = pairs.into_iter().fold(record, |record, (name, value)| record.with_context(name, value));
    let names: Vec<&str> = record.context.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a", "b", "fields", "\n", "\u{fffd}"]);
    for format in [Format::Envelope, Format::Nested, Format::Problem] {
        let text = render(&record, format);
        reject_duplicates(&text).unwrap();
        reject_duplicates(&serde_json::to_string(&record).unwrap()).unwrap();
    }
    for text in [
        r#"{"error":{"code":"X","message":"m","details":{"a":1,"a\u0000":2,"fields\u0085":[{"field":"f","message":"m"}],"fields":3}}}"#,
        r#"{"title":"t","status":500,"b":1,"b\u0000":2,"context":{"b\u009b":3}}"#,
        "<tool_error code='X'><message>m</message><details><detail key='a'>1</detail><detail key='a\u{7f}'>2</detail></details>",
    ] {
        let record = parse(text).unwrap();
        for format in [Format::Envelope, Format::Nested, Format::Problem] {
            reject_duplicates(&render(&record, format)).unwrap();
        }
    }
}

#[test]
fn a_pointer_holds_no_control_character_in_disguise() {
    let record = ErrorRecord::new("X_Y", "m").with_field_error(FieldError::new("a\0b\u{1b}[1m.c\u{85}", "No."));
    let problem: Value = serde_json::from_str(&render(&record, Format::Problem)).unwrap();
    assert_eq!(problem["errors"][0]["pointer"], "#/ab/c");
}

#[derive(Debug, Serialize)]
struct Usage {
    bytes: u128,
    change: i128,
    files: u64,
    name: &'static str,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("the disk is full")]
#[code("NAMES_DISK_FULL", exit = 5)]
struct Full {
    usage: Usage,
}

#[test]
fn a_number_beyond_64_bits_is_text_in_every_format() {
    let error = Full { usage: Usage { bytes: u128::MAX, change: i128::MIN, files: u64::MAX, name: "1\\234\"" } };
    let shown = Value::from(serde_json::to_string(&error.usage).unwrap());
    let envelope: Value = serde_json::from_str(&render(&error, Format::Envelope)).unwrap();
    assert_eq!(envelope["error"]["context"]["usage"], shown);
    for format in [Format::Xml, Format::Nested, Format::Brief] {
        assert_eq!(format.parse(&render(&error, format)).unwrap().value("usage"), Some(shown.clone()), "{format}");
    }
    // Numbers in the 64-bit range remain numbers, so that a reader can distinguish them from strings.
    let error = Full { usage: Usage { bytes: 7, change: i64::MIN.into(), files: 1, name: "" } };
    let shown = json!({"bytes": 7, "change": i64::MIN, "files": 1, "name": ""});
    assert_eq!(ErrorRecord::of(&error).value("usage"), Some(shown.clone()));
}

#[test]
fn a_removed_name_can_be_added_again() {
    let mut record = ErrorRecord::new("X_Y", "m");
    for number in 0..40 {
        record = record.with_context(format!("n{number}"), number);
    }
    assert!(record.context.remove("n0").is_some_and(|value| value == json!(0)));
    record.context.insert("n1", "again");
    record.context.insert("n0", "last");
    assert_eq!(record.context.len(), 40);
    assert_eq!((record.context[0].1.json(), record.context[39].1.json()), (json!("again"), json!("last")));
    record.context.retain(|(name, _)| name == "n0");
    assert_eq!(record.context, [("n0".to_owned(), json!("last"))]);
}
