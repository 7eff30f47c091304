//! Tests of the circuit breaker, which disables tools that fail repeatedly.

use crate::sandbox::Sandbox;
use crate::talk::Talk;
use serde_json::json;

#[test]
fn only_a_tool_with_consecutive_errors_is_disabled() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    for _ in 0..3 {
        sandbox.fails(&["--max-errors", "3", "read", "no.such"], 5);
    }
    for _ in 0..2 {
        sandbox.refuses(
            &["--max-errors", "3", "read", "a.txt"],
            4,
            "[error:TOOL_DISABLED] `read` is disabled after 3 consecutive errors\n\
             hint: Fix the cause of the last error, FILE_NOT_FOUND, then enable the tool with `clear`",
        );
    }
    sandbox.succeeds(&["--max-errors", "3", "edit", "a.txt", "--old", "one", "--new", "two"]);
    sandbox.succeeds(&["--max-errors", "3", "run", "--", "true"]);
}

#[test]
fn a_success_resets_the_error_count() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    for _ in 0..3 {
        sandbox.fails(&["--max-errors", "3", "read", "no.such"], 5);
        sandbox.fails(&["--max-errors", "3", "read", "."], 2);
        sandbox.succeeds(&["--max-errors", "3", "read", "a.txt"]);
    }
}

#[test]
fn a_failing_command_does_not_count_as_a_tool_error() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    for _ in 0..6 {
        sandbox.fails(&["run", "--", "grep", "no match", "a.txt"], 1);
    }
    sandbox.succeeds(&["run", "--", "grep", "one", "a.txt"]);
}

#[test]
fn clear_enables_the_tool_and_keeps_the_fingerprints() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    sandbox.succeeds(&["read", "a.txt"]);
    for _ in 0..5 {
        sandbox.fails(&["run", "--", "no-such-program"], 5);
    }
    let text = sandbox.fails(&["run", "--", "true"], 4);
    assert!(text.contains("Fix the cause of the last error, FILE_NOT_FOUND, "), "{text}");
    assert_eq!(sandbox.succeeds(&["clear"]).0, json!({"cleared": true}));
    sandbox.succeeds(&["run", "--", "true"]);
    sandbox.write("a.txt", "two");
    sandbox.fails(&["write", "a.txt", "--content", "x"], 6);
}

#[test]
fn invalid_calls_count_as_errors_of_their_tool() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    let mut talk = Talk::start(&sandbox, &["--max-errors", "2"]);
    talk.fails("read", json!({"pth": "a.txt"}), "INVALID_ARGS");
    talk.fails("raed", json!({"path": "a.txt"}), "INVALID_ARGS");
    talk.fails("read", json!({"path": 1}), "INVALID_ARGS");
    let text = talk.fails("read", json!({"path": "a.txt"}), "TOOL_DISABLED");
    assert!(text.contains("Fix the cause of the last error, INVALID_ARGS, "), "{text}");
    talk.fails("read", json!({"path": 1}), "TOOL_DISABLED");
    talk.succeeds("clear", json!({}));
    assert_eq!(talk.succeeds("read", json!({"path": "a.txt"})), "one");
}

#[test]
fn the_circuit_breaker_survives_a_restart() {
    let sandbox = Sandbox::new();
    let arguments = ["--state", "my.json", "--max-errors", "2"];
    let mut talk = Talk::start(&sandbox, &arguments);
    talk.fails("read", json!({"path": "no.such"}), "FILE_NOT_FOUND");
    assert_eq!(talk.end(), Some(0));
    let mut talk = Talk::start(&sandbox, &arguments);
    talk.fails("read", json!({"path": "no.such"}), "FILE_NOT_FOUND");
    talk.fails("read", json!({"path": "no.such"}), "TOOL_DISABLED");
    assert_eq!(talk.end(), Some(0));
    sandbox.succeeds(&["clear", "--state", "my.json"]);
    let mut talk = Talk::start(&sandbox, &arguments);
    talk.fails("read", json!({"path": "no.such"}), "FILE_NOT_FOUND");
}

#[test]
fn a_panic_counts_as_an_error_and_the_session_continues() {
    let sandbox = Sandbox::new();
    for exit in [70, 70, 4] {
        let mut command = sandbox.command(&["--max-errors", "2", "read", "a.txt"]);
        let output = command.env("FILETOOLS_TEST_PANIC", "read").output().unwrap();
        crate::sandbox::failed(&output, exit);
    }
    sandbox.succeeds(&["write", "a.txt", "--content", "x"]);
}
