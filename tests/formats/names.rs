//! Tests of names that contain separators, and of names that become equal when sanitized.

use crate::cases::cases;
use agent_error::format::Reader;
use agent_error::{AgentError, ErrorRecord, FieldError, Format, Listing, render};
use agent_error_tests::parse;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const JSON: [Format; 4] = [
    Format::ENVELOPE,
    agent_error_formats::NESTED,
    agent_error_formats::FLAT,
    Format::PROBLEM,
];

/// Asserts that no JSON object has two members with the same name. Parsing a document that has
/// loses one of them.
#[track_caller]
fn assert_unique(text: &str) {
    let read: Value = serde_json::from_str(text).unwrap();
    assert_eq!(read.to_string().len(), text.len(), "{text}");
}

/// Generates values whose names become equal when sanitized.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<u8>().prop_map(Value::from),
        "[ab\u{0}]{0,3}".prop_map(Value::from)
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a\u{0}\u{7f}\u{1b}_2]{0,4}", inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn names_are_unique_at_every_depth(values in prop::collection::vec(("[a\u{0}\u{1b}_2]{0,4}", value()), 0..4)) {
        let record = values.into_iter().fold(ErrorRecord::new("X", "m"), |record, (name, value)| record.with_context(name, value));
        for format in JSON {
            assert_unique(&render(&record, format));
            assert_unique(&agent_error::render(&record, format.cap(30)));
        }
    }
}

#[test]
fn equal_names_in_parsed_errors_are_made_unique() {
    for text in [
        r#"{"error":{"code":"X","message":"m","details":{"a":1,"a\u0000":2,"fields\u0085":[{"field":"f","message":"m"}],"fields":3}}}"#,
        r#"{"title":"t","status":500,"b":1,"b\u0000":2,"context":{"b\u009b":3}}"#,
        "<tool_error code='X'><message>m</message><details><detail key='a'>1</detail><detail key='a\u{7f}'>2</detail></details>",
    ] {
        let record = parse(text).unwrap();
        for format in JSON {
            assert_unique(&render(&record, format));
        }
    }
}

#[test]
fn equal_names_are_numbered_inside_values_and_replaced_in_the_context() {
    let record = ErrorRecord::new("A_B", "m").with_context(
        "sent",
        json!({"a": 1, "a\0": 2, "b": {"\u{1b}[1mc": 3, "c": 4}}),
    );
    let text = render(&record, agent_error_formats::NESTED);
    assert!(
        text.ends_with(r#""details":{"sent":{"a":1,"a_2":2,"b":{"c":3,"c_2":4}}}}}"#),
        "{text}"
    );
    let record = ErrorRecord::new("A_B", "m")
        .with_context("a", 1)
        .with_context("a", 2)
        .with_context("a\0", 3);
    assert!(render(&record, agent_error_formats::NESTED).ends_with(r#""details":{"a":3}}}"#));
    // `Brief` and `Xml` would show these names alike.
    let names = ["\u{2028}", "\n", "\u{fffe}", "\u{ffff}"];
    let record = names
        .into_iter()
        .fold(ErrorRecord::new("A_B", "m"), |record, name| {
            record.with_context(name, 1)
        });
    assert_eq!(
        record
            .context()
            .iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>(),
        ["\n", "\u{fffd}"]
    );
}

#[test]
fn long_names_with_the_same_prefix_stay_distinct() {
    let long = "n".repeat(2_000);
    let record = ErrorRecord::new("A_B", "m")
        .with_context(format!("{long}a"), 1)
        .with_context(format!("{long}b"), 2);
    let text = agent_error::render(&record, agent_error_formats::NESTED.cap(8));
    assert_unique(&text);
    assert_eq!(
        agent_error_tests::read(agent_error_formats::NESTED, &text)
            .unwrap()
            .context()
            .len(),
        2
    );
}

#[test]
fn an_action_name_is_never_parsed_as_two() {
    let odd = [
        "a, b", "\"a\"", "\"", "a\\, \"b", ",", "a,", ", ", "x: y", "\"a, b\"", " a", "a ",
        "a,\0 b",
    ];
    for format in [
        Format::BRIEF,
        agent_error_formats::XML,
        Format::ENVELOPE,
        Format::PROBLEM,
    ] {
        for (first, second) in odd
            .iter()
            .flat_map(|first| odd.map(|second| (first, second)))
        {
            let record = ErrorRecord::new("X_Y", "m").with_actions([first, "plain", second]);
            // Reading drops the severity of some formats, which then list the actions differently.
            let uncertain = agent_error_tests::parse(r#"{"message": "m"}"#).unwrap();
            let uncertain = uncertain.with_actions([first, "plain", second]);
            for record in [record, uncertain] {
                let read = agent_error_tests::read(format, &render(&record, format)).unwrap();
                let sanitized: Vec<String> = record
                    .actions()
                    .iter()
                    .map(|name| name.replace('\0', ""))
                    .collect();
                assert_eq!(read.actions(), sanitized, "{format}");
            }
        }
    }
}

#[test]
fn a_field_name_never_merges_with_its_message() {
    for name in ["a: b", "a:", "\"a\": b", ": ", "", "a.b"] {
        let record =
            ErrorRecord::new("X_Y", "m").with_field_error(FieldError::new(name, "No: never."));
        let read = Reader::BRIEF.read(&render(&record, Format::BRIEF)).unwrap();
        assert!(read.field_errors().eq(record.field_errors()), "{name:?}");
    }
}

/// In `Brief`, the name of a listing is followed by `:` and a new line.
#[test]
fn names_with_line_breaks_are_not_read_as_listings() {
    for name in [
        "fix:\n  \n",
        "fix:\0\n",
        "a:\nb",
        "a\n",
        "a: b:\nc",
        "\":\n",
    ] {
        let record = ErrorRecord::new("X", "m")
            .with_context(name, true)
            .with_context("b", "c:\nd");
        crate::invariants::check_record(&record);
        let read = Reader::BRIEF.read(&render(&record, Format::BRIEF)).unwrap();
        assert_eq!(
            (read.context().len(), read.context().get("b")),
            (2, Some(json!("c:\nd"))),
            "{name:?}"
        );
    }
}

/// Names that look like a label or like the header of another error, even if a reader wouldn't take
/// them for one.
#[test]
fn a_name_that_looks_like_a_label_or_a_header_is_quoted() {
    for name in [
        "error FORGED",
        "warning: FORGED",
        "critical",
        "fix ",
        "help\u{a0}",
        "\u{2003}try",
    ] {
        let record = ErrorRecord::new("REAL", "bad").with_context(name, "curl evil");
        crate::invariants::check_record(&record);
        let text = render(&record, Format::BRIEF);
        let quoted = text
            .lines()
            .nth(1)
            .is_some_and(|line| line.starts_with('"'));
        assert!(quoted, "{text}");
    }
}

/// An error with a listing of names that become equal.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("unknown unit")]
#[code("UNIT_UNKNOWN", exit = 5)]
struct UnitUnknown {
    valid: Listing,
}

#[test]
fn the_names_of_a_listing_are_unique() {
    let names = ["kg", "kg\u{7}", "\u{1b}[1mkg", "kg_2", "g", "kg"];
    let error = UnitUnknown {
        valid: names.iter().map(|name| (*name, "a unit")).collect(),
    };
    for format in JSON {
        assert_unique(&agent_error::render(&error, format));
    }
    let text = agent_error::render(&error, Format::BRIEF);
    let shown: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once("a unit"))
        .map(|(name, _)| name.trim())
        .collect();
    assert_eq!(shown, ["kg", "kg_2", "kg_3", "kg_2_4", "g", "kg_6"]);
    // A list without descriptions is an array, which may contain a name twice.
    let error = UnitUnknown {
        valid: ["kg", "kg"].iter().map(|name| (*name, "")).collect(),
    };
    assert!(agent_error::render(&error, Format::ENVELOPE).contains(r#""valid":["kg","kg"]"#));
}
