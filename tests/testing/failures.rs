//! Tests of advice that a test follows: advice that helps, and wrong advice that must fail the
//! test.

use crate::refused;
use agent_error_testing::Tool;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A program named `store`. `get` fails with the advice in `failure.json` until the file `ready`
/// exists.
const SCRIPT: &str = r#"#!/bin/sh
case "$1 $2" in
    "get "*) [ -f ready ] && echo "got $2" && exit; cat failure.json; exit 4 ;;
    "init "*) [ $# = 2 ] || { echo "unexpected argument $3" >&2; exit 2; }; touch "$2" ;;
    "items list") echo "$NAME" "$3" ;;
    "items lock") echo 'cannot lock' >&2; exit 9 ;;
esac
"#;

struct Store(TempDir);

impl Store {
    /// Creates a store whose `get` fails with this advice.
    fn new(advice: Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // Write the program in another process. Otherwise, a test that forks at the same time would
        // inherit a write handle to it, and the kernel would refuse to run it (`ETXTBSY`).
        let write = Tool::new("sh")
            .args(["-c", "cat >store && chmod +x store"])
            .stdin(SCRIPT);
        write.current_dir(folder.path()).run().assert_exit(0);
        let mut error =
            json!({"code": "NOT_READY", "message": "the store is not ready", "retryable": false});
        error
            .as_object_mut()
            .unwrap()
            .extend(advice.as_object().unwrap().clone());
        let envelope = json!({"ok": false, "data": null, "error": error, "warnings": [], "meta": {"duration_ms": 0}});
        std::fs::write(folder.path().join("failure.json"), envelope.to_string()).unwrap();
        Self(folder)
    }

    fn with_fix(fix: &str) -> Self {
        Self::new(json!({"fix_command": fix}))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn get(&self) -> Tool {
        Tool::new(self.path().join("store"))
            .args(["get", "7"])
            .env("NAME", "depot")
            .current_dir(self.path())
    }

    /// Returns the message with which `follow_fix` fails.
    #[track_caller]
    fn refused_fix(&self) -> String {
        let failure = self.get().fails("NOT_READY");
        refused(|| failure.follow_fix())
    }
}

#[test]
fn a_fix_of_the_tested_program_is_run_and_the_call_is_repeated() {
    let repeated = Store::with_fix("store init ready")
        .get()
        .fails("NOT_READY")
        .follow_fix();
    assert_eq!(repeated.stdout(), "got 7\n");
}

#[test]
fn a_fix_of_another_program_is_run_without_a_shell() {
    let store = Store::with_fix("mkdir -p -- 'a; touch ready'");
    let message = store.refused_fix();
    assert!(store.path().join("a; touch ready").is_dir());
    assert!(
        message.starts_with("the call still fails after its fix `mkdir"),
        "{message}"
    );
    Store::with_fix("touch -- \"ready\"")
        .get()
        .fails("NOT_READY")
        .follow_fix();
}

#[test]
fn a_fix_that_does_not_help_fails_with_all_calls() {
    let store = Store::with_fix("store init other");
    let message = store.refused_fix();
    let lines: Vec<&str> = message
        .lines()
        .filter(|line| !line.starts_with("    end:") && !line.is_empty())
        .collect();
    let folder = store.path().display();
    let stdout = format!(
        " stdout: {}",
        std::fs::read_to_string(store.path().join("failure.json")).unwrap()
    );
    assert_eq!(
        lines,
        [
            "the call still fails after its fix `store init other`",
            "failed call:",
            &format!("command: {folder}/store get 7"),
            &stdout,
            " stderr: nothing",
            "fix:",
            "command: store init other",
            " stdout: nothing",
            " stderr: nothing",
            "repeated call:",
            &format!("command: {folder}/store get 7"),
            &stdout,
            " stderr: nothing",
        ]
    );
    assert_eq!(message.matches("end: exit code 4 ").count(), 2, "{message}");
    assert_eq!(message.matches("end: exit code 0 ").count(), 1, "{message}");
}

#[test]
fn a_fix_with_a_renamed_flag_fails_with_its_output() {
    let message = Store::with_fix("store init ready --if-missing").refused_fix();
    assert!(
        message.starts_with("the fix `store init ready --if-missing` fails\n\nfailed call:\n"),
        "{message}"
    );
    assert!(
        message.contains("\n\nfix:\ncommand: store init ready --if-missing\n    end: exit code 2 "),
        "{message}"
    );
    assert!(
        message.contains("stderr: unexpected argument --if-missing"),
        "{message}"
    );
}

#[test]
fn a_destructive_fix_is_not_run() {
    for (fix, word) in [
        ("rm -r store", "rm"),
        ("sh -c 'cd \"$PWD\" && rm store'", "rm"),
        ("store items 'prune'", "prune"),
        ("store init ready --force='a|b'", "force"),
    ] {
        let store = Store::with_fix(fix);
        let message = store.refused_fix();
        let expected = format!(
            "the fix `{fix}` was not run, because the word `{word}` is destructive\n\nfailed call:\n"
        );
        assert!(message.starts_with(&expected), "{message}");
        assert!(store.path().join("store").exists() && !store.path().join("ready").exists());
    }
}

#[test]
fn a_fix_that_cannot_be_run_is_reported() {
    for (advice, expected) in [
        (json!({}), "expected a fix in the output; found none"),
        (
            json!({"fix_command": "store init 'ready"}),
            "the fix `store init 'ready` has an unclosed quote or no program",
        ),
        (
            json!({"fix_command": "stoer init"}),
            "cannot start the fix `stoer init`: No such file or directory",
        ),
    ] {
        let message = Store::new(advice).refused_fix();
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn an_action_runs_like_the_failed_call() {
    let store = Store::new(json!({"actions": ["items.list", "items.lock"]}));
    let failure = store.get().fails("NOT_READY");
    assert_eq!(
        failure.follow_action("items.list", &["all"]).stdout(),
        "depot all\n"
    );
    let message = refused(|| failure.follow_action("items.find", &[]));
    let expected =
        r#"expected the action `items.find` in the output; found ["items.list", "items.lock"]"#;
    assert!(message.starts_with(expected), "{message}");
    let message = refused(|| failure.follow_action("items.lock", &[]));
    assert!(
        message.starts_with("the action `items.lock` fails\n\nfailed call:\n"),
        "{message}"
    );
    assert!(message.contains("stderr: cannot lock"), "{message}");
}

#[test]
fn a_retry_waits_as_long_as_the_output_says() {
    let store = Store::new(json!({"retryable": true, "retry_after_ms": 300}));
    let failure = store.get().fails("NOT_READY");
    let message = refused(|| failure.retry());
    assert!(
        message.starts_with("the call still fails after 300ms\n\nfailed call:\n"),
        "{message}"
    );
    assert!(message.contains("\n\nrepeated call:\n"), "{message}");
    std::fs::write(store.path().join("ready"), "").unwrap();
    let started = Instant::now();
    assert_eq!(failure.retry().stdout(), "got 7\n");
    assert!(started.elapsed() >= Duration::from_millis(300));
}

#[test]
fn a_retry_that_the_output_does_not_offer_is_not_made() {
    let message = |advice: Value| {
        let failure = Store::new(advice).get().fails("NOT_READY");
        refused(|| failure.retry())
    };
    let useless = message(json!({}));
    assert!(
        useless.starts_with("expected a retryable error; found one that isn't\n\nfailed call:\n"),
        "{useless}"
    );
    let long = message(json!({"retryable": true, "retry_after_ms": 3_600_000}));
    assert!(
        long.starts_with("the delay of 3600s is longer than the timeout of the call\n"),
        "{long}"
    );
}

#[test]
fn a_call_that_succeeds_is_not_a_failure() {
    let store = Store::with_fix("store init ready");
    let other = refused(|| store.get().fails("NOT_FOUND"));
    assert!(
        other.starts_with("expected the call to fail with NOT_FOUND\ncommand: "),
        "{other}"
    );
    let done = Tool::new("cat")
        .arg("failure.json")
        .current_dir(store.path());
    let message = refused(|| done.fails("NOT_READY"));
    assert!(
        message.starts_with("expected the call to fail with NOT_READY\ncommand: "),
        "{message}"
    );
}
