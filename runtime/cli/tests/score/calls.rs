//! Programs that are called, and those that cannot be.

use crate::scripts::{Script, good};
use crate::{refuses, scores};
use serde_json::json;
use std::fs;
use std::time::{Duration, Instant};

#[test]
fn each_case_is_a_call_behind_the_program_and_its_arguments() {
    let tool = good();
    let path = tool.path();
    let score = scores(&["--case", "-x", "--case", "get 'a b'", "--case", "prose", "--", "sh", &path]);
    assert_eq!(
        score["commands"],
        json!([format!("sh {path} -x"), format!("sh {path} get 'a b'"), format!("sh {path} prose")])
    );
    assert_eq!(score["points"], 1);
    assert_eq!(score["reasons"][2]["found"], "missing in call 3");
    let score = scores(&["--case", "-x", "--case", "get", "--", "sh", &path]);
    assert_eq!(score["list"], format!("sh {path} errors list --output json"));
    assert_eq!(score["points"], 3);
}

#[test]
fn the_list_is_another_command_or_none() {
    let tool = good();
    let path = tool.path();
    let score = scores(&["--list", "errors --all 'as json'", "--", &path, "-x"]);
    assert_eq!((&score["points"], &score["list"]), (&json!(3), &json!(format!("{path} errors --all 'as json'"))));
    // As in a program with positional arguments.
    let score = scores(&["--list", "--errors list", "--", &path, "-x"]);
    assert_eq!(score["list"], format!("{path} --errors list"));
    let score = scores(&["--list", "status", "--", &path, "-x"]);
    assert_eq!((&score["points"], &score["reasons"][9]["found"]), (&json!(2), &json!("the list has no codes")));
    let unasked = good();
    let score = scores(&["--no-list", "--", &unasked.path(), "-x"]);
    assert_eq!((&score["points"], &score["list"], &score["notes"]), (&json!(2), &json!(null), &json!([])));
    assert_eq!(unasked.left("asked"), None);
}

#[test]
fn a_program_without_codes_is_not_asked_for_a_list() {
    // Such as `rm errors list`.
    let script = Script::new(r#"echo "$*" >> "$(dirname "$0")/calls"; echo no >&2; exit 1"#);
    scores(&["--", &script.path(), "-x"]);
    assert_eq!(script.left("calls").unwrap(), "-x\n");
}

#[test]
fn a_call_that_succeeds_has_nothing_to_score() {
    let tool = good();
    let path = tool.path();
    let run = refuses(&["--case", "-x", "--case", "status", "--", &path], "CALL_SUCCEEDED", 80);
    let record = run.record().unwrap();
    assert_eq!(record.message, format!("`{path} status` succeeded; only failing calls can be scored"));
    assert!(record.suggestion.as_ref().unwrap().ends_with(&format!("`agent-error score -- {path} --no-such-flag`")));
}

#[test]
fn a_call_that_hangs_is_killed() {
    let started = Instant::now();
    let script = Script::new("sleep 1000 & wait");
    let run = refuses(&["--timeout", "300ms", "--", &script.path()], "CALL_TIMED_OUT", 10);
    assert!(started.elapsed() < Duration::from_secs(10));
    assert_eq!(run.record().unwrap().value("timeout_ms").unwrap(), 300);
}

#[test]
fn a_call_that_is_killed_is_a_failure() {
    let score = scores(&["--", &Script::new("kill -9 $$").path()]);
    assert_eq!((&score["points"], &score["calls"][0]["exit_code"]), (&json!(0), &json!(null)));
    assert_eq!(score["notes"][0], "call 1 was killed, so it has no exit code");
}

#[test]
fn a_program_that_does_not_exist_is_reported() {
    let run = refuses(&["--", "/nonexistent/program", "x"], "PROGRAM_NOT_FOUND", 5);
    assert_eq!(run.record().unwrap().value("program").unwrap(), "/nonexistent/program");
    refuses(&["--", "no-program-has-this-name"], "PROGRAM_NOT_FOUND", 5);
}

#[test]
fn a_program_that_may_not_be_executed_is_reported() {
    // Even root cannot execute a directory, or a file without execute permission.
    let directory = tempfile::tempdir().unwrap();
    refuses(&["--", &directory.path().display().to_string()], "PROGRAM_NOT_EXECUTABLE", 7);
    let file = directory.path().join("notes.txt");
    fs::write(&file, "exit 1").unwrap();
    refuses(&["--", &file.display().to_string()], "PROGRAM_NOT_EXECUTABLE", 7);
}
