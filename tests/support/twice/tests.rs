//! Tests that each copy of an error type keeps its code.

#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use serde_json::Value;
use std::process::Command;

/// Runs the program. Returns its exit code and output.
fn twice(mode: &str) -> (Option<i32>, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_twice")).arg(mode).env_remove("TWICE_OUTPUT").output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{mode}: copies aren't duplicates");
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn each_copy_of_a_type_keeps_its_code() {
    for (mode, exit, code) in [
        ("own", 5, "ITEM_NOT_FOUND"),
        ("library", 5, "ITEM_NOT_FOUND"),
        ("next", 5, "ITEM_NOT_FOUND"),
        ("anyhow", 5, "ITEM_NOT_FOUND"),
        ("first", 7, "FIRST_FAILED"),
        ("second", 7, "SECOND_FAILED"),
        ("number", 8, "VALUE_REJECTED"),
        ("text", 8, "VALUE_REJECTED"),
    ] {
        let (status, answer) = twice(mode);
        assert_eq!((status, answer["error"]["code"].as_str()), (Some(exit), Some(code)), "{mode}");
    }
}

#[test]
fn copies_are_listed_once() {
    let (exit, list) = twice("list");
    let codes: Vec<&str> =
        list["data"]["errors"].as_array().unwrap().iter().filter_map(|row| row["code"].as_str()).collect();
    assert_eq!(
        (exit, &codes[..4]),
        (Some(0), &["FIRST_FAILED", "ITEM_NOT_FOUND", "SECOND_FAILED", "VALUE_REJECTED"][..])
    );
    assert_eq!(list["warnings"], serde_json::json!([]));
}
