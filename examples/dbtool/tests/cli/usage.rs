//! Tests of invalid command lines and help requests.

use crate::tool::{Expected, Sandbox, envelope};
use serde_json::json;

#[test]
fn a_missing_argument_is_reported_by_name() {
    let sandbox = Sandbox::new();
    sandbox.fails(
        &["process", "--output", "json"],
        &Expected {
            code: "MISSING_REQUIRED_FLAGS",
            exit: 2,
            message: "the following required arguments were not provided: <FILE>".into(),
            suggestion: "Call again with the missing arguments",
            context: json!({"missing": {"<FILE>": "CSV file to import"}}),
            ..Expected::default()
        },
    );
}

#[test]
fn an_unknown_flag_is_reported_with_the_nearest() {
    let output = Sandbox::new().run(&["status", "--dbb", "x"]);
    assert_eq!(output.status.code(), Some(2));
    let error = &envelope(&output)["error"];
    assert_eq!(error["code"], "UNKNOWN_FLAG");
    assert_eq!(error["phase"], "validation");
    assert_eq!(error["context"]["nearest"], json!(["--db"]));
    assert_eq!(error["context"]["valid"]["--db <PATH>"], "Database file");
    assert_eq!(error["suggestion"], "Use the nearest flag, or choose another valid one");
    assert_eq!(error["docs_url"], "https://dbtool.example.com/errors/UNKNOWN_FLAG");
}

#[test]
fn an_unknown_command_is_reported_with_the_nearest() {
    let output = Sandbox::new().run(&["proces", "items.csv"]);
    assert_eq!(output.status.code(), Some(2));
    let error = &envelope(&output)["error"];
    assert_eq!(error["code"], "UNKNOWN_COMMAND");
    assert_eq!(error["context"]["nearest"], json!(["process"]));
}

#[test]
fn an_invalid_value_comes_with_the_reason_and_the_valid_ones() {
    let sandbox = Sandbox::new();
    let error = |arguments: &[&str]| envelope(&sandbox.run(arguments))["error"].clone();
    let port = error(&["connect", "--host", "localhost", "--port", "x"]);
    assert_eq!(port["code"], "INVALID_FLAG_VALUE");
    assert_eq!(port["context"]["value"], "x");
    assert_eq!(port["context"]["reason"], "it is not a whole number from 1 to 65535");
    let conflict = error(&["process", "f", "--on-conflict", "skp"]);
    assert_eq!(conflict["context"]["valid"]["update"], "Replace the existing item");
    assert_eq!(conflict["context"]["nearest"], json!(["skip"]));
}

#[test]
fn an_invalid_output_flag_still_gets_an_error() {
    let output = Sandbox::new().run(&["status", "--output", "yaml"]);
    assert_eq!(output.status.code(), Some(2));
    let error = &envelope(&output)["error"];
    assert_eq!(error["code"], "INVALID_FLAG_VALUE");
    let valid = error["context"]["valid"].as_array().unwrap();
    assert_eq!(valid[..2], [json!("human"), json!("json")]);
}

#[test]
fn the_last_format_flag_wins() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["status", "--output", "human", "--agent", "--output", "json"]);
    assert_eq!(envelope(&output)["error"]["code"], "DB_FILE_MISSING");
    let output = sandbox.run(&["status", "--agent", "--output", "human"]);
    assert!(output.stdout.is_empty());
}

#[test]
fn a_duplicate_flag_is_reported_by_name() {
    let output = Sandbox::new().run(&["connect", "--host", "a", "--host", "b", "--port", "1"]);
    let error = &envelope(&output)["error"];
    assert_eq!(error["code"], "CONFLICTING_FLAGS");
    assert_eq!(error["message"], "the argument '--host <HOST>' cannot be used multiple times");
}

#[test]
fn a_missing_command_is_an_error_for_agents_and_help_for_people() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["errors"]);
    assert_eq!(output.status.code(), Some(2));
    let error = &envelope(&output)["error"];
    assert_eq!(error["code"], "MISSING_COMMAND");
    let valid = error["context"]["valid"].as_object().unwrap();
    assert!(
        ["list", "explain", "exits", "manifest", "catalog"].iter().all(|name| valid.contains_key(*name)),
        "{error}"
    );
    assert!(!valid.contains_key("help"), "{error}");
    assert_eq!(valid["explain"], "Explain an error code");
    let output = sandbox.run(&["errors", "--output", "human"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn help_and_version_are_plain_and_succeed() {
    let sandbox = Sandbox::new();
    for (flag, start) in [("--help", "Store items"), ("--version", "dbtool 0.1.0\n")] {
        let output = sandbox.run(&[flag]);
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(start));
        assert!(output.stderr.is_empty());
    }
}
