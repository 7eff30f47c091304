//! Tests of `validation_failed`, `schema_violation` and `size_exceeded`.

use crate::tool::{Expected, Sandbox, envelope};
use serde_json::json;

#[test]
fn an_invalid_field_is_reported_with_its_rule_and_what_is_valid() {
    let sandbox = Sandbox::new();
    sandbox.fails(
        &["add", "--title", "A", "--tag", "ok", "--tag", "Not OK"],
        &Expected {
            code: "validation_failed",
            exit: 2,
            message: "`tags.1` has the invalid value \"Not OK\"",
            detail: Some("Lowercase letters, digits and single hyphens"),
            suggestion: "Correct `tags.1`, then try again; the schema describes",
            context: json!({
                "line": null, "field": "tags.1", "rule": "pattern", "problem": "has the invalid value \"Not OK\"", "also": [],
            }),
            ..Expected::default()
        },
    );
}

#[test]
fn metadata_is_checked_by_the_type_of_the_entry() {
    let sandbox = Sandbox::filled();
    sandbox.fails(
        &["add", "--title", "A", "--type", "backlog_item", "--metadata", r#"{"status":"open","priority":9}"#],
        &Expected {
            code: "schema_violation",
            exit: 2,
            message: "`metadata.priority` has the invalid value 9 (entry of type backlog_item)",
            detail: Some(r#"Constraint: {"maximum":5}. Expected: An integer from 1"#),
            suggestion: "the schema of the type `backlog_item` describes the valid fields",
            context: json!({
                "line": null,
                "type": "backlog_item",
                "field": "metadata.priority",
                "problem": "has the invalid value 9",
                "constraint": {"maximum": 5},
                "also": ["`metadata.status` has the invalid value \"open\""],
            }),
            ..Expected::default()
        },
    );
    // Decisions require fields that notes don't have.
    let output = sandbox.run(&["update", "parser", "--if-version", "1", "--type", "decision"]);
    assert_eq!(envelope(&output)["error"]["context"]["constraint"], json!({"required": ["status"]}));
    assert_eq!(sandbox.succeeds(&["get", "parser"])["type"], "note");
}

#[test]
fn invalid_metadata_json_is_reported_with_its_position() {
    Sandbox::new().fails(
        &["add", "--title", "A", "--metadata", "{status: done}"],
        &Expected {
            code: "validation_failed",
            exit: 2,
            message: "`metadata` is not valid JSON",
            detail: Some("key must be a string at line 1 column 2"),
            suggestion: "Correct `metadata`",
            context: json!({"line": null, "field": "metadata", "rule": "json", "problem": "is not valid JSON", "also": []}),
            ..Expected::default()
        },
    );
}

#[test]
fn a_body_with_invalid_utf8_is_reported_with_its_line() {
    let sandbox = Sandbox::new();
    sandbox.write("body.bin", b"one\ntwo \xff");
    sandbox.fails(
        &["add", "--title", "A", "--body-file", "body.bin"],
        &Expected {
            code: "validation_failed",
            exit: 2,
            message: "`body` is not valid UTF-8",
            detail: Some("body.bin has invalid UTF-8 in line 2"),
            suggestion: "Correct `body`",
            context: json!({"line": null, "field": "body", "rule": "utf-8", "problem": "is not valid UTF-8", "also": []}),
            ..Expected::default()
        },
    );
}

#[test]
fn a_title_without_letters_needs_an_id() {
    let sandbox = Sandbox::new();
    let error = envelope(&sandbox.run(&["add", "--title", "…"]))["error"].clone();
    assert_eq!((&error["code"], &error["context"]["field"]), (&json!("validation_failed"), &json!("id")));
    assert_eq!(sandbox.succeeds(&["add", "dots", "--title", "…"])["id"], "dots");
}

#[test]
fn empty_searches_and_updates_are_rejected() {
    let sandbox = Sandbox::filled();
    let query = envelope(&sandbox.run(&["search", "?!"]))["error"].clone();
    assert_eq!((&query["code"], &query["message"]), (&json!("validation_failed"), &json!("`query` has no words")));
    let long = envelope(&sandbox.run(&["search", &"word ".repeat(300)]))["error"].clone();
    assert_eq!(long["message"], "`query` has more than 1000 characters");
    let update = envelope(&sandbox.run(&["update", "parser", "--if-version", "1"]))["error"].clone();
    assert_eq!(update["message"], "`entry` has no field to change");
}

#[test]
fn a_body_that_is_too_large_is_reported_with_the_limit_and_its_size() {
    let sandbox = Sandbox::new();
    sandbox.write("large.md", "x".repeat(1_000_000));
    sandbox.fails(
        &["add", "--title", "A", "--body-file", "large.md"],
        &Expected {
            code: "size_exceeded",
            exit: 2,
            message: "`body` is too large: 1000000 bytes, but the limit is 262144",
            suggestion: "Split `body` into parts of at most 262144 bytes",
            context: json!({"line": null, "field": "body", "limit": 262_144, "current": 1_000_000}),
            ..Expected::default()
        },
    );
    sandbox.write("just.md", "x".repeat(262_144));
    sandbox.succeeds(&["add", "--title", "A", "--body-file", "just.md"]);
}

/// Covers the same mistake as the MCP test: a metadata field passed at the top level.
#[test]
fn a_metadata_field_passed_as_a_flag_is_rejected_with_advice() {
    let sandbox = Sandbox::filled();
    for (flag, advice) in [
        (
            "--status=open",
            "For entries of type `backlog_item` or `decision`, `status` is a metadata field: pass `--metadata '{\"status\": \"open\"}'`",
        ),
        (
            "--priority=2",
            "For entries of type `backlog_item`, `priority` is a metadata field: pass `--metadata '{\"priority\": 2}'`",
        ),
        ("--agent", "Pass `--format json`"),
    ] {
        let output = sandbox.run(&["--format", "json", "add", "--title", "A", flag]);
        let error: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&error["code"], &error["suggestion"]), (&json!("UNKNOWN_FLAG"), &json!(advice)), "{error}");
    }
}

#[test]
fn the_errors_command_has_the_format_flag_at_every_level() {
    let sandbox = Sandbox::empty();
    for words in [
        ["--format", "json", "errors", "list"],
        ["errors", "--format", "json", "list"],
        ["errors", "list", "--format", "json"],
    ] {
        let output = sandbox.run(&words);
        assert!(output.stdout.starts_with(b"{\"errors\":["), "{words:?}: {output:?}");
    }
}

/// Passing the metadata as the advice suggests must succeed.
#[test]
fn the_advice_about_a_metadata_field_works() {
    let sandbox = Sandbox::filled();
    let add = ["add", "--title", "A", "--type", "backlog_item"];
    let output = sandbox.run(&[&add[..], &["--status", "proposed"]].concat());
    let suggestion = envelope(&output)["error"]["suggestion"].as_str().unwrap().to_owned();
    let metadata = suggestion.split("--metadata '").nth(1).unwrap().split('\'').next().unwrap();
    sandbox.succeeds(&[&add[..], &["--metadata", metadata]].concat());
}
