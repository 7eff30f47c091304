//! Tests how successful responses show strings to people, and nest data in the envelope.

use agent_error::{Format, Response};
use serde::Serialize;
use serde_json::value::RawValue;

fn shown(data: impl Serialize + 'static) -> String {
    Response::new(data).render(Format::HUMAN)
}

#[test]
fn people_see_strings_without_quotes_and_escapes() {
    assert_eq!(shown("a \"b\" \\ \t🦀\nc\n"), "a \"b\" \\ \t🦀\nc\n");
    assert_eq!(shown(Some("inside")), "inside\n");
    assert_eq!(shown('ß'), "ß\n");
    assert_eq!(shown("\u{1b}[31mred\u{7}"), "red\n");
    assert_eq!(shown(""), "\n");
    assert_eq!(shown(()), "");
    assert_eq!(shown([1]), "[\n  1\n]\n");
    let json = r#""pair \ud83e\udd80, half \ud83e, \u00e9\/""#;
    let raw = RawValue::from_string(json.to_owned()).unwrap();
    assert_eq!(shown(raw), "pair 🦀, half \u{fffd}, é/\n");
}

#[test]
fn the_envelope_contains_the_data_as_it_is() {
    let warned = |data: &'static str| Response::new(data).warning("null and \"data\":null");
    let written = warned("null \"data\":null").render(Format::ENVELOPE);
    let envelope: serde_json::Value = serde_json::from_str(&written).unwrap();
    assert_eq!(envelope["data"]["value"], "null \"data\":null");
    assert_eq!(envelope["error"], serde_json::Value::Null);
    assert_eq!(envelope["warnings"][0], "null and \"data\":null");

    let pretty = warned("a").render(Format::ENVELOPE.pretty(true));
    assert!(
        pretty.contains("\n  \"data\": {\n    \"value\": \"a\"\n  },\n"),
        "{pretty}"
    );
}
