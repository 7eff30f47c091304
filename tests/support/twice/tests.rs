//! Tests that each copy of an error type keeps its code.

#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use serde_json::Value;
use std::process::Command;

/// Runs the program. Returns its exit code and output.
fn twice(mode: &str) -> (Option<i32>, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_twice"))
        .arg(mode)
        .env_remove("TWICE_OUTPUT")
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "",
        "{mode}: copies aren't duplicates"
    );
    (
        output.status.code(),
        serde_json::from_slice(&output.stdout).unwrap(),
    )
}

#[test]
fn each_copy_of_a_type_keeps_its_code() {
    for mode in ["own", "library", "next", "anyhow"] {
        let (exit, answer) = twice(mode);
        assert_eq!(
            (exit, answer["error"]["code"].as_str()),
            (Some(5), Some("ITEM_NOT_FOUND")),
            "{mode}"
        );
    }
}

#[test]
fn copies_are_listed_once() {
    let (exit, list) = twice("list");
    assert_eq!((exit, &list["warnings"]), (Some(0), &serde_json::json!([])));
    let codes = list["data"]["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["code"]);
    assert_eq!(codes.filter(|code| *code == "ITEM_NOT_FOUND").count(), 1);
}
