//! Property tests that errors are parsed as the table of carried facts promises.
//!
//! By default, a run checks 2,000 records. To change the number, set `AGENT_ERROR_CASES`.

mod caps;
mod expected;
mod inputs;
mod javascript;

use crate::invariants::{check_form, check_record};
use agent_error::{AgentError, ErrorRecord, Format, render};
use expected::{expected, members};
use inputs::{derived, record, text};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Removes empty lists and objects, because they're equivalent to missing ones.
fn comparable(mut members: Map<String, Value>) -> Map<String, Value> {
    // The first element of `causes` is also in `cause`.
    if let Some(Value::Array(causes)) = members.get("causes").cloned() {
        members.remove("causes");
        let causes: Vec<&str> = causes.iter().filter_map(Value::as_str).collect();
        if !causes.is_empty() {
            members.insert("cause".to_owned(), causes.join(": ").into());
        }
    }
    members.retain(|_, value| value != &json!([]) && value != &json!({}));
    members
}

#[track_caller]
fn check(error: &dyn AgentError, record: &ErrorRecord) {
    for format in crate::PARSED {
        let text = render(error, *format);
        check_form(*format, &text);
        let read = format.parse(&text).unwrap_or_else(|refused| panic!("{format}: {refused}: {text:?}"));
        assert_eq!(agent_error::parse(&text).as_ref(), Ok(&read), "{format} is not detected: {text:?}");
        let mut expected = expected(record, *format);
        if *format == Format::Brief {
            without_said(&mut expected, &read, &text);
        }
        let (read, expected) = (comparable(members(&read)), comparable(expected));
        assert_eq!(Value::from(read), Value::from(expected), "{format}: {text:?}");
    }
}

/// Removes context values that `Brief` may omit: objects, nulls, and values that other lines contain.
fn without_said(expected: &mut Map<String, Value>, read: &ErrorRecord, text: &str) {
    let Some(Value::Object(context)) = expected.get_mut("context") else { return };
    context.retain(|name, value| {
        let shown = value.as_str().unwrap_or_default().replace('\n', "\n ");
        let may_miss = shown == "null" || shown.starts_with('{') || shown.starts_with("[{") || text.contains(&shown);
        name == "fields" || read.value(name).is_some() || !may_miss
    });
}

fn cases() -> ProptestConfig {
    let cases = std::env::var("AGENT_ERROR_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2_000);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_record_round_trips_as_the_table_promises(record in record()) {
        check(&record, &record);
    }

    #[test]
    fn an_error_of_a_program_comes_back_as_the_table_says(error in derived()) {
        check(&error, &ErrorRecord::of(&error));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases().cases.div_ceil(20), ..cases() })]

    #[test]
    fn a_second_round_trip_is_lossless(record in record()) {
        check_record(&record);
        // A record that was parsed from one format may contain facts that another format can't represent.
        for format in crate::PARSED {
            check_record(&format.parse(&render(&record, *format)).unwrap());
        }
    }

    #[test]
    fn serde_is_lossless(record in record()) {
        let text = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(serde_json::from_str::<ErrorRecord>(&text).unwrap(), record);
    }

    #[test]
    fn no_input_makes_a_parser_panic(text in text(), more in text()) {
        for start in ["", "error A: m\n", "{\"ok\":false,\"error\":", "{\"error\":", "<tool_error", "<validation_error", "[error:", "error["] {
            let text = format!("{start}{text}<message>{more}</message>");
            let _ = agent_error::parse(&text);
            for format in crate::PARSED {
                let _ = format.parse(&text);
            }
        }
    }
}
