//! Tests that kb's schema accepts its real envelopes and rejects modified ones.

use crate::tool::{Sandbox, envelope};
use agent_error_tooling::Document;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The schema of kb's envelopes.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let output = Sandbox::empty().run(&["errors", "catalog"]);
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap().parse::<Document>().unwrap().envelope_schema()
});

static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| jsonschema::draft202012::new(&SCHEMA).unwrap());

/// Validates an envelope. All tests of kb call this.
#[track_caller]
pub(crate) fn assert_valid(envelope: &Value) {
    let problems: Vec<String> = VALIDATOR.iter_errors(envelope).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}\n{envelope}");
    if let Some(code) = envelope["error"]["code"].as_str() {
        assert!(SCHEMA["$defs"].get(code).is_some(), "{code} has no definition of its own");
    }
}

#[test]
fn the_schema_describes_the_current_entry_of_a_conflict() {
    let context = &SCHEMA["$defs"]["conflict"]["properties"]["context"]["properties"];
    let current = context["current"]["properties"].as_object().unwrap();
    let names: Vec<&String> = current.keys().collect();
    assert_eq!(names, ["body", "id", "metadata", "tags", "title", "type", "updated", "version"]);
}

#[test]
fn the_schema_rejects_modified_envelopes() {
    let sandbox = Sandbox::filled();
    let good = envelope(&sandbox.run(&["update", "parser", "--if-version", "9", "--title", "x"]));
    assert_eq!(good["error"]["code"], "conflict");
    let changes: [(&str, Value); 5] = [
        ("/ok", json!(true)),
        ("/error/retryable", json!(true)),
        ("/error/context/version", json!("1")),
        ("/error/context/current", json!({})),
        ("/error/context", json!({"id": "parser"})),
    ];
    for (place, value) in changes {
        let mut bad = good.clone();
        *bad.pointer_mut(place).unwrap() = value;
        assert!(!VALIDATOR.is_valid(&bad), "{bad}");
    }
}

#[test]
fn the_entry_schema_is_valid_and_accepts_valid_entries() {
    let sandbox = Sandbox::new();
    for (kind, metadata) in [
        ("note", json!({"source": "a book"})),
        ("backlog_item", json!({"status": "done", "priority": 2, "due": "2026-02-28"})),
        ("decision", json!({"status": "accepted", "decided": "2026-01-31"})),
    ] {
        let schema = sandbox.succeeds(&["schema", kind]);
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let entry = json!({"title": "A", "id": kind.replace('_', "-"), "type": kind, "metadata": metadata});
        assert!(validator.is_valid(&entry));
        sandbox.write("entry.jsonl", entry.to_string());
        assert_eq!(sandbox.succeeds(&["--tier", "admin", "import", "entry.jsonl"])["added"], 1);
    }
}
