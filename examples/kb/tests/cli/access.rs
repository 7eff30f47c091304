//! Tests of permissions and of the rate limit for changes.

use crate::tool::{Expected, Sandbox, envelope};
use serde_json::{Value, json};
use std::thread;
use std::time::Duration;

#[test]
fn an_insufficient_tier_is_rejected_with_the_required_one() {
    let sandbox = Sandbox::filled();
    sandbox.write("in.jsonl", "");
    for (tier, arguments, operation, required) in [
        ("read", &["add", "--title", "A"][..], "add entries", "write"),
        ("read", &["update", "parser", "--if-version", "1", "--title", "A"], "change entries", "write"),
        ("read", &["init", "--if-missing"], "create a knowledge base", "write"),
        ("write", &["remove", "parser"], "remove entries", "admin"),
        ("write", &["import", "in.jsonl"], "import entries", "admin"),
        ("write", &["limits", "--changes", "9"], "set limits", "admin"),
    ] {
        let arguments = [&["--tier", tier], arguments].concat();
        sandbox.fails(
            &arguments,
            &Expected {
                code: "permission_denied",
                exit: 7,
                message: &format!("the tier {tier} cannot {operation}; the tier {required} is required"),
                suggestion: &format!("If the owner of the knowledge base agrees, pass `--tier {required}`"),
                context: json!({"operation": operation, "required": required, "tier": tier}),
                ..Expected::default()
            },
        );
    }
}

#[test]
fn every_tier_reads_and_the_environment_sets_one() {
    let sandbox = Sandbox::filled();
    let read = |arguments: &[&str]| {
        let output = sandbox.command(arguments).env("KB_TIER", "read").output().unwrap();
        envelope(&output)
    };
    for arguments in [&["get", "parser"][..], &["list"], &["search", "parser"], &["schema"], &["limits"]] {
        assert_eq!(read(arguments)["ok"], true, "{arguments:?}");
    }
    assert_eq!(read(&["add", "--title", "A"])["error"]["code"], "permission_denied");
    assert_eq!(read(&["add", "--title", "A", "--tier", "write"])["ok"], true, "a flag outranks the variable");
}

#[test]
fn limits_are_shown_and_set_one_by_one() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.succeeds(&["limits"]), json!({"changes": 120, "window_s": 60, "max_mib": 1024}));
    let set = sandbox.succeeds(&["--tier", "admin", "limits", "--changes", "5"]);
    assert_eq!(set, json!({"changes": 5, "window_s": 60, "max_mib": 1024}));
    assert_eq!(sandbox.succeeds(&["limits"]), set);
}

#[test]
fn changes_beyond_the_limit_are_rejected_with_the_limit_and_the_count() {
    let sandbox = Sandbox::filled();
    sandbox.succeeds(&["--tier", "admin", "limits", "--changes", "2", "--window-s", "3600"]);
    let output = sandbox.run(&["add", "--title", "A"]);
    let error = envelope(&output)["error"].clone();
    let wait_ms = error["context"]["wait_ms"].as_u64().unwrap();
    assert!((1..=3_600_001).contains(&wait_ms), "{error}");
    assert_eq!(error["retry_after_ms"], wait_ms);
    sandbox.failed(
        &output,
        &Expected {
            code: "limit_exceeded",
            exit: 11,
            message: "rate limit exceeded: 2 changes within 3600 s, but the limit is 2",
            suggestion: &format!("Wait {wait_ms} ms, then try again"),
            retryable: true,
            context: json!({"limit": 2, "current": 2, "window_s": 3600, "wait_ms": wait_ms}),
            ..Expected::default()
        },
    );
    sandbox.succeeds(&["get", "parser"]);
}

#[test]
fn a_failed_change_does_not_count() {
    let sandbox = Sandbox::filled();
    sandbox.succeeds(&["--tier", "admin", "limits", "--changes", "3", "--window-s", "3600"]);
    for _ in 0..3 {
        assert_eq!(envelope(&sandbox.run(&["add", "parser", "--title", "A"]))["error"]["code"], "entry_exists");
    }
    sandbox.succeeds(&["add", "--title", "A"]);
    assert_eq!(envelope(&sandbox.run(&["add", "--title", "B"]))["error"]["code"], "limit_exceeded");
}

#[test]
fn the_identical_call_succeeds_once_the_wait_is_over() {
    let sandbox = Sandbox::filled();
    sandbox.succeeds(&["--tier", "admin", "limits", "--changes", "1", "--window-s", "1"]);
    let mut refused = 0;
    let mut add = |title: &str| loop {
        let answer = envelope(&sandbox.run(&["add", "--title", title]));
        if answer["ok"] == true {
            return;
        }
        assert_eq!(answer["error"]["code"], "limit_exceeded");
        refused += 1;
        thread::sleep(Duration::from_millis(answer["error"]["retry_after_ms"].as_u64().unwrap()));
    };
    (0..4).for_each(|number| add(&format!("Entry {number}")));
    let listed = sandbox.succeeds(&["list"]);
    assert_eq!(listed["entries"].as_array().unwrap().len(), 6, "{refused} calls were refused");
}

#[test]
fn a_clock_set_back_delays_changes_for_at_most_the_window() {
    let sandbox = Sandbox::new();
    sandbox.succeeds(&["--tier", "admin", "limits", "--changes", "1", "--window-s", "10"]);
    sandbox.database().execute("INSERT INTO changes VALUES (?1)", [i64::MAX / 2]).unwrap();
    let error: Value = envelope(&sandbox.run(&["add", "--title", "A"]))["error"].clone();
    assert_eq!(error["retry_after_ms"], 10_001);
}
