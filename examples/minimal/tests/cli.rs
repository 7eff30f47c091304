//! Runs the program as a real process and checks its exit code and JSON output.

#![allow(clippy::unwrap_used, reason = "`run` is only called by tests")]

use serde_json::Value;
use std::process::Command;

/// Runs the program and returns its exit code and the JSON from standard output.
fn run(arguments: &[&str]) -> (Option<i32>, Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minimal"));
    let output = command.args(arguments).env_remove("MINIMAL_OUTPUT").output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn failures_have_a_code_an_exit_code_and_advice() {
    let (exit, answer) = run(&["/no/such/file"]);
    assert_eq!(exit, Some(5));
    assert_eq!(answer["error"]["code"], "FILE_NOT_FOUND");
    assert_eq!(answer["error"]["message"], "/no/such/file does not exist");
    assert_eq!(answer["error"]["suggestion"], "Check the path");
    assert_eq!(answer["error"]["context"]["path"], "/no/such/file");

    let (exit, answer) = run(&[]);
    assert_eq!((exit, &answer["error"]["code"]), (Some(2), &Value::from("NO_FILE_GIVEN")));

    let (exit, answer) = run(&[env!("CARGO_MANIFEST_DIR")]);
    assert_eq!((exit, &answer["error"]["code"]), (Some(1), &Value::from("FILE_UNREADABLE")));
}

#[test]
fn success_is_data() {
    let (exit, answer) = run(&[concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]);
    assert_eq!((exit, &answer["ok"]), (Some(0), &Value::Bool(true)));
    assert!(answer["data"]["value"].as_u64() > Some(10), "{answer}");
}
