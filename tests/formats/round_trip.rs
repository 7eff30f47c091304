//! Properties of errors that are written and parsed.
//!
//! By default, a run checks 100 errors. To change the number, set `PROPTEST_CASES`.

mod inputs;

use crate::cases::cases;
use crate::invariants::{check_form, check_record};
use agent_error::format::clean;
use agent_error::{ErrorRecord, FieldError, Format, render};
use inputs::{record, text};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn members(record: &ErrorRecord) -> Map<String, Value> {
    serde_json::from_value(serde_json::to_value(record).unwrap()).unwrap()
}

/// Returns the letters and digits of a value, which no format changes.
fn letters(value: &Value) -> String {
    let text = match value {
        Value::String(text) => clean(text),
        Value::Array(values) => values.iter().map(letters).collect(),
        other => other.to_string(),
    };
    // `Brief` shows bidirectional controls as escapes.
    let shown = text.chars().flat_map(|character| match character {
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            character.escape_unicode().collect::<Vec<_>>()
        }
        other => vec![other],
    });
    shown
        .filter(|character| character.is_alphanumeric())
        .collect()
}

/// The facts that a format shows in place of an absent one.
fn substitutes(member: &str) -> &'static [&'static str] {
    match member {
        "code" => &["status"],
        "suggestion" => &[
            "fix_command",
            "check_command",
            "replacement",
            "fix_required",
            "actions",
        ],
        "detail" | "body" => &["detail", "context", "cause"],
        "causes" => &["cause"],
        "cause" => &["causes"],
        "retryable" => &["retry_after_ms", "retry_strategy"],
        "phase" | "status" | "exit_code" => &["code", "exit_code"],
        _ => &[],
    }
}

/// The members that a format preserves.
fn preserved(format: Format) -> &'static str {
    match format.name() {
        "json" => "cause detail suggestion fix_required replacement instance actions context",
        "nested" => "cause context suggestion",
        "flat" => "detail suggestion",
        "xml" => "detail suggestion actions",
        "tagged" => "suggestion body",
        "problem" => {
            "cause detail suggestion fix_required replacement instance summary actions context"
        }
        _ => "cause detail suggestion fix_required replacement body actions",
    }
}

/// Whether the format writes all advice where others only have the suggestion.
fn has_one_place_for_advice(format: Format) -> bool {
    ["nested", "flat", "xml", "tagged"].contains(&format.name())
}

/// Checks that a parsed error has the facts that the format preserves, and no others.
#[track_caller]
fn check(record: &ErrorRecord) {
    let written = members(record);
    let is_given = |name: &str| written.contains_key(name);
    let has_letters = |name: &str| {
        written
            .get(name)
            .is_some_and(|value| !letters(value).is_empty())
    };
    for format in crate::PARSED {
        let text = render(record, *format);
        check_form(*format, &text);
        let parsed = crate::read(format, &text)
            .unwrap_or_else(|refused| panic!("{format}: {refused}: {text:?}"));
        assert_eq!(
            crate::parse(&text).as_ref(),
            Ok(&parsed),
            "{format} is not detected: {text:?}"
        );
        let read = members(&parsed);
        for (name, value) in read.iter().filter(|(name, _)| *name != "message") {
            let is_fields = name == "suggestion" && text.starts_with("<validation_error");
            let is_known =
                is_given(name) || substitutes(name).iter().any(|name| is_given(name)) || is_fields;
            assert!(
                is_known || letters(value).is_empty(),
                "{format} adds {name}: {text:?}"
            );
        }
        let causes = |members: &Map<String, Value>| {
            members.get("causes").or(members.get("cause")).map(letters)
        };
        for name in preserved(*format).split(' ') {
            let value = |members: &Map<String, Value>| match name {
                "cause" => causes(members).unwrap_or_default(),
                "context" => members
                    .get(name)
                    .map_or(0, |names| names.as_object().unwrap().len())
                    .to_string(),
                _ => members.get(name).map(letters).unwrap_or_default(),
            };
            if name == "suggestion" && has_one_place_for_advice(*format) {
                assert!(
                    value(&read).contains(&value(&written)),
                    "{format} loses the suggestion: {text:?}"
                );
            } else if has_letters(name) || ["cause", "context"].contains(&name) {
                assert_eq!(
                    value(&read),
                    value(&written),
                    "{format} changes {name}: {text:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn a_record_round_trips(record in record()) {
        check(&record);
    }

    #[test]
    fn no_truncated_field_or_action_forges_another(
        names in prop::collection::vec(text(), 1..4), more in text(), cap in 0..40_usize,
    ) {
        let mut record = ErrorRecord::new("INVALID_INPUT", "invalid").with_actions(["a, b", "c"]);
        for name in &names {
            let field = FieldError::new(format!("{name}{more}"), &more).expected(&more).options([name, &more]);
            record = record.with_field_error(field.sent(format!("{more}{name}")));
        }
        let lists_fields = |format: &&Format| !["flat", "tagged"].contains(&format.name());
        for format in crate::PARSED.iter().filter(lists_fields) {
            let text = agent_error::render(&record, format.cap(cap));
            let read = crate::read(format, &text).unwrap();
            prop_assert_eq!(read.field_errors().collect::<Vec<_>>().len(), names.len(), "{} at {}: {}", format, cap, text);
            prop_assert!(read.fix_command().is_none(), "{} at {}: {}", format, cap, text);
            let actions = if format.name() == "nested" { 0 } else { 2 };
            prop_assert_eq!(read.actions().len(), actions, "{} at {}: {}", format, cap, text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(100).cases.div_ceil(20), ..cases(100) })]

    #[test]
    fn a_second_round_trip_is_lossless(record in record()) {
        check_record(&record);
        // A record that was parsed from one format may contain facts that another format can't
        // represent.
        for format in crate::PARSED {
            check_record(&crate::read(format, &render(&record, *format)).unwrap());
        }
    }

    #[test]
    fn serde_is_lossless(record in record()) {
        let text = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(crate::parse(&text).unwrap(), record);
    }
}

/// Parsers accept 127 levels of nesting. An unknown member is at level 2 of `Flat` and `Problem`
/// documents, but at level 4 of an envelope, where a deeply nested value would exceed the limit.
#[test]
fn a_deep_value_can_be_parsed_again() {
    let deep = (0..130).fold(json!(0), |value, _| json!([value]));
    let record = ErrorRecord::new("X", "m").with_context("d", deep);
    assert!(
        record
            .context()
            .get("d")
            .unwrap()
            .pointer(&"/0".repeat(100))
            .unwrap()
            .is_string()
    );
    check_record(&record);
    let value = "[".repeat(126) + &"]".repeat(126);
    crate::invariants::check_text(
        &format!(r#"{{"title":"t","d":{value}}}"#),
        Some(Format::PROBLEM),
    )
    .unwrap();
    crate::invariants::check_text(
        &format!(r#"{{"error":true,"message":"m","d":{value}}}"#),
        None,
    )
    .unwrap();
}
