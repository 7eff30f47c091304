//! Tests that filetools' schema accepts its real envelopes and rejects modified ones.

use crate::own_schema::OwnSchema;
use crate::sandbox::{Sandbox, failed};
use crate::scenarios::scenarios;
use crate::talk::Talk;
use serde_json::{Value, json};
use std::sync::LazyLock;

static SCHEMA: LazyLock<OwnSchema> = LazyLock::new(|| OwnSchema::of(env!("CARGO_BIN_EXE_filetools")));

/// Validates JSON output. All tests of filetools call this. The tagged and text formats have no schema.
#[track_caller]
pub(crate) fn assert_valid_if_envelope(answer: &str) {
    if let Ok(envelope) = serde_json::from_str::<Value>(answer)
        && envelope.get("ok").is_some()
    {
        SCHEMA.assert_valid(&envelope);
    }
}

#[test]
fn the_schema_is_valid_and_defines_every_code() {
    SCHEMA.assert_complete();
}

#[test]
fn every_code_of_the_tools_has_a_valid_envelope() {
    for scenario in scenarios() {
        let sandbox = Sandbox::new();
        (scenario.prepare)(&sandbox);
        let mut command = sandbox.command(&[&["--output", "json"], scenario.arguments].concat());
        let answer = failed(&command.envs(scenario.variable).output().unwrap(), scenario.exit);
        let envelope: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(envelope["error"]["code"], scenario.code);
        SCHEMA.assert_refuses_changes_of(&envelope);
    }
}

#[test]
fn the_envelopes_of_a_session_are_valid() {
    let sandbox = Sandbox::new();
    let mut talk = Talk::start(&sandbox, &["--output", "json", "--max-errors", "2"]);
    for (tool, args, code) in [
        ("read", json!({"path": "no.such"}), "FILE_NOT_FOUND"),
        ("read", json!({"path": 1}), "INVALID_ARGS"),
        ("read", json!({"path": "a.txt"}), "TOOL_DISABLED"),
        ("run", json!({"command": ["sh", "-c", "kill -9 $$"]}), "EXIT_NONZERO"),
    ] {
        let answer = talk.call(tool, args);
        let envelope: Value = serde_json::from_str(answer["text"].as_str().unwrap()).unwrap();
        assert_eq!(envelope["error"]["code"], code);
        SCHEMA.assert_valid(&envelope);
    }
}

#[test]
fn successful_results_match_the_schema() {
    let sandbox = Sandbox::new();
    for arguments in [
        &["write", "a.txt", "--content", "one\n"][..],
        &["read", "a.txt", "--limit", "1"],
        &["edit", "a.txt", "--old", "one", "--new", "two"],
        &["run", "--", "true"],
        &["clear"],
        &["errors", "list"],
        &["errors", "explain", "FILE_STALE"],
    ] {
        let (envelope, _) = sandbox.succeeds(&[&["--output", "json"], arguments].concat());
        assert_eq!(envelope["ok"], true, "{envelope}");
        SCHEMA.assert_valid(&envelope);
    }
}
