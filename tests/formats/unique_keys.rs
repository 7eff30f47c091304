//! Tests that no object in a JSON document has two members with the same name.

use crate::duplicate_names::reject_duplicates;
use agent_error::{AgentError, ErrorRecord, Format, Renderer, render};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::fmt;

const JSON: [Format; 4] = [Format::Envelope, Format::Nested, Format::Flat, Format::Problem];

#[track_caller]
fn assert_unique(error: &dyn AgentError, cap: usize) {
    for format in JSON {
        let text = Renderer::new(format).cap(cap).render(error);
        let read = reject_duplicates(&text);
        assert!(read.is_ok(), "{format}: {read:?}: {text}");
    }
}

/// Generates values whose names become equal when sanitized.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![any::<u8>().prop_map(Value::from), "[ab\u{0}]{0,3}".prop_map(Value::from)];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a\u{0}\u{7f}\u{1b}_2]{0,4}", inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    #[test]
    fn names_are_unique_at_every_depth(values in prop::collection::vec(("[a\u{0}\u{1b}_2]{0,4}", value()), 0..4)) {
        let error = Handwritten(values.clone());
        assert_unique(&error, usize::MAX);
        assert_unique(&error, 30);
        let mut record = ErrorRecord::new("A_B", "m");
        record.context.extend(values);
        assert_unique(&record, usize::MAX);
    }
}

/// An error whose context names aren't validated.
#[derive(Debug)]
struct Handwritten(Vec<(String, Value)>);

impl fmt::Display for Handwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it failed")
    }
}

impl std::error::Error for Handwritten {}

impl AgentError for Handwritten {
    fn code(&self) -> &'static str {
        "HANDWRITTEN"
    }

    fn edit(&self, record: &mut ErrorRecord) {
        for (name, value) in &self.0 {
            record.context.insert(name.as_str(), value.clone());
        }
    }
}

#[test]
fn equal_names_are_numbered() {
    let record =
        ErrorRecord::new("A_B", "m").with_context("sent", json!({"a": 1, "a\0": 2, "b": {"\u{1b}[1mc": 3, "c": 4}}));
    let text = render(&record, Format::Nested);
    assert!(text.ends_with(r#""details":{"sent":{"a":1,"a_2":2,"b":{"c":3,"c_2":4}}}}}"#), "{text}");
    let error = Handwritten(vec![("a".into(), json!(1)), ("a".into(), json!(2)), ("a\0".into(), json!(3))]);
    let text = render(&error, Format::Nested);
    assert!(text.ends_with(r#""details":{"a":3}}}"#), "{text}");
}

#[test]
fn long_names_with_the_same_prefix_stay_distinct() {
    let long = "n".repeat(2_000);
    let record = ErrorRecord::new("A_B", "m").with_context(format!("{long}a"), 1).with_context(format!("{long}b"), 2);
    assert_unique(&record, 8);
    assert_eq!(Format::Nested.parse(&Renderer::new(Format::Nested).cap(8).render(&record)).unwrap().context.len(), 2);
}
