//! `agent-error score`.

use crate::{agent_error, data, envelope, text};
use serde_json::{Value, json};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use tempfile::TempDir;

/// The start of a program that writes its arguments to a file and lists its codes.
const LISTS: &str = r#"echo "$*" >> "$(dirname "$0")/calls"
case "$*" in
"errors list --output json") echo '{"ok":true,"data":{"errors":["GONE","BUSY"]}}'; exit ;;
errors*) exit 2 ;;
esac
"#;

/// An error that meets all conditions.
const GOOD: &str = r#"{"ok":false,"error":{"code":"GONE","message":"no user eve","suggestion":"Run `tool users`",
"context":{"name":"eve"},"docs_url":"https://example.com/GONE"}}"#;

/// Creates an executable shell script, and returns its folder and its path.
fn program(script: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tool");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

fn prints(error: &str) -> String {
    format!("echo '{error}'; exit 1")
}

/// Returns the level of a script's error, and what the unmet conditions require.
fn scored(script: &str) -> (u64, Vec<String>) {
    let (_folder, path) = program(script);
    let score = data(&["score", "--", &path, "bad"]);
    let unmet = score["unmet"].as_array().unwrap();
    let unmet = unmet.iter().map(|unmet| unmet["requires"].as_str().unwrap().to_owned());
    (score["level"].as_u64().unwrap(), unmet.collect())
}

#[test]
fn a_program_that_meets_all_conditions_reaches_level_3() {
    let (folder, path) = program(&format!("{LISTS}{}", prints(GOOD)));
    let score = data(&["score", "--min", "3", "--", &path, "bad"]);
    let calls = ["bad", "errors list --output json", "errors list --output json --all"];
    let shown = calls.map(|call| format!("{path} {call}"));
    assert_eq!(score, json!({"level": 3, "calls": shown, "unmet": []}));
    assert_eq!(fs::read_to_string(folder.path().join("calls")).unwrap(), calls.join("\n") + "\n");
}

#[test]
fn a_single_flaw_costs_its_level() {
    let without = |member: &str| {
        let mut error: Value = serde_json::from_str(GOOD).unwrap();
        error["error"].as_object_mut().unwrap().remove(member);
        format!("{LISTS}{}", prints(&error.to_string()))
    };
    let good = format!("{LISTS}{}", prints(GOOD));
    let traced = GOOD.replace("no user eve", "thread main panicked at src/main.rs:3:5");
    for (script, level, requires) in [
        (format!("{LISTS}{}", prints(&GOOD.replace("no user eve", ""))), 0, "a message"),
        (without("context"), 1, "context in every error"),
        (format!("{LISTS}{}", prints(&traced)), 1, "no stack trace on stdout"),
        (format!("{LISTS}echo connecting; {}", prints(&GOOD.replace('\n', ""))), 1, "nothing but the error on stdout"),
        (without("suggestion"), 2, "a suggestion in every recoverable error"),
        (without("docs_url"), 2, "a documentation page for every code"),
        (good.replace("errors list", "codes"), 2, "a list of all codes"),
        (good.replace("[\"GONE\",", "["), 2, "a list of all codes"),
    ] {
        assert_eq!(scored(&script), (level, vec![requires.to_owned()]), "{script}");
    }
    // Nobody can recover from a bug.
    let bug = without("suggestion").replace("GONE", "INTERNAL_ERROR");
    assert_eq!(scored(&bug), (3, vec![]));
}

#[test]
fn every_listed_code_counts_if_the_list_has_details() {
    let listed = |entry: &str| {
        let first = r#"{"code":"GONE","context":[{"name":"name"}],"docs_url":"https://x","suggestion":"Wait"}"#;
        let list = format!(r#"errors*) echo '{{"errors":[{first},{entry}]}}'; exit ;;"#);
        format!("case \"$*\" in\n{list}\nesac\n{}", prints(GOOD))
    };
    let (_folder, path) = program(&listed(r#"{"code":"BUSY","docs_url":"https://x","suggestion":"Wait"}"#));
    let unmet = data(&["score", "--", &path])["unmet"].clone();
    assert_eq!(unmet[0]["missing"], "none for BUSY");
    let all =
        ["context in every error", "a suggestion in every recoverable error", "a documentation page for every code"];
    assert_eq!(scored(&listed(r#"{"code":"BUSY"}"#)), (1, all.map(str::to_owned).to_vec()));
}

#[test]
fn the_list_can_be_another_call() {
    let (_folder, path) = program(&prints(GOOD));
    let list = format!("--list=-c 'echo [{{\\\"code\\\":\\\"GONE\\\"}}]' {path}");
    let score = data(&["score", &list, "--", "sh", &path]);
    assert_eq!(score["level"], 3, "{score}");
    agent_error(&["score", "--list", "'", "--", "ls"]).assert_code("INVALID_FLAG_VALUE").assert_exit(2);
}

#[test]
fn prose_is_explained_to_a_person() {
    // A program without codes isn't asked for a list.
    let expected = r#"$ ls /nonexistent
Level 0 of 3
Level 1 requires a code: no error in a known format.
  Write errors to stdout as {"ok":false,"error":{"code":"NOT_FOUND","message":"..."}}.
Level 1 requires a message: none.
  Say what happened in `message`.
"#;
    let shown = text(&["score", "--", "ls", "/nonexistent"]);
    assert!(shown.starts_with(expected), "{shown}");
    assert!(shown.ends_with("with `errors list --output json`.\n"), "{shown}");
}

#[test]
fn a_minimum_can_be_required() {
    let run = agent_error(&["score", "--min", "1", "--", "ls", "/nonexistent"]);
    run.assert_code("SCORE_TOO_LOW").assert_exit(79).assert_schema();
    let error = envelope(&run)["error"].clone();
    assert_eq!(error["message"], "level 0 of 3; `--min` requires 1");
    assert!(error["detail"].as_str().unwrap().starts_with("Level 1 requires a code: "), "{error}");
    assert_eq!(error["context"]["unmet"][0]["requires"], "a code");
    agent_error(&["score", "--min", "4", "--", "ls"]).assert_code("INVALID_FLAG_VALUE").assert_exit(2);
}

#[test]
fn a_call_that_succeeds_is_not_scored() {
    let run = agent_error(&["score", "--", "true", "--password", "hunter2-Pa55"]);
    run.assert_code("CALL_SUCCEEDED").assert_exit(80).assert_schema().assert_no_secret(["hunter2-Pa55"]);
    agent_error(&["score", "--", "/nonexistent/tool"]).assert_code("PROGRAM_NOT_STARTED").assert_exit(69);
}
