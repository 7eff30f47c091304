//! `agent-error score`.

use crate::{agent_error, envelope};
use serde_json::{Value, json};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;

/// The start of a program that lists its codes.
const LISTS: &str = r#"case "$*" in
"errors list --output json") echo '{"ok":true,"data":{"errors":["GONE","BUSY"]}}'; exit ;;
errors*) exit 2 ;;
esac
"#;

/// An error that meets all conditions.
const GOOD: &str = r#"{"ok":false,"error":{"code":"GONE","message":"no user eve","suggestion":"Run `tool users`",
"context":{"name":"eve"},"docs_url":"https://example.com/GONE"}}"#;

fn prints(error: &str) -> String {
    format!("echo '{error}'; exit 1")
}

/// Returns the score of a shell script's error.
fn scored(script: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tool");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    envelope(&agent_error(&[
        "score",
        "--",
        path.to_str().unwrap(),
        "bad",
    ]))["data"]
        .clone()
}

#[track_caller]
fn assert_score(script: &str, level: u8, unmet: &[&str]) {
    let score = scored(script);
    let found = score["unmet"]
        .as_array()
        .unwrap()
        .iter()
        .map(|unmet| unmet["requires"].as_str().unwrap());
    assert_eq!(
        (&score["level"], found.collect::<Vec<_>>()),
        (&json!(level), unmet.to_vec()),
        "{script}"
    );
}

/// Returns a script whose error lacks a member.
fn without(member: &str) -> String {
    let mut error: Value = serde_json::from_str(GOOD).unwrap();
    error["error"].as_object_mut().unwrap().remove(member);
    format!("{LISTS}{}", prints(&error.to_string()))
}

#[test]
fn a_single_flaw_costs_its_level() {
    let good = format!("{LISTS}{}", prints(GOOD));
    let traced = GOOD.replace("no user eve", "thread main panicked at src/main.rs:3:5");
    for (script, level, requires) in [
        (good.clone(), 3, &[][..]),
        (
            format!("{LISTS}{}", prints(&GOOD.replace("no user eve", ""))),
            0,
            &["a message"],
        ),
        (without("context"), 1, &["context in every error"]),
        (
            format!("{LISTS}{}", prints(&traced)),
            1,
            &["no stack trace on stdout"],
        ),
        (
            format!("{LISTS}echo hi; {}", prints(&GOOD.replace('\n', ""))),
            1,
            &["nothing but the error on stdout"],
        ),
        (
            without("suggestion"),
            2,
            &["a suggestion in every recoverable error"],
        ),
        // Nobody can recover from a bug.
        (
            without("suggestion").replace("GONE", "INTERNAL_ERROR"),
            3,
            &[],
        ),
        (
            without("docs_url"),
            2,
            &["a documentation page for every code"],
        ),
        (
            good.replace("errors list", "codes"),
            2,
            &["a list of all codes"],
        ),
        (good.replace("[\"GONE\",", "["), 2, &["a list of all codes"]),
    ] {
        assert_score(&script, level, requires);
    }
}

/// Returns a script that lists two codes with details.
fn listed(entry: &str) -> String {
    let first =
        r#"{"code":"GONE","context":[{"name":"name"}],"docs_url":"https://x","suggestion":"Wait"}"#;
    let list = format!(r#"errors*) echo '{{"errors":[{first},{entry}]}}'; exit ;;"#);
    format!("case \"$*\" in\n{list}\nesac\n{}", prints(GOOD))
}

#[test]
fn every_listed_code_counts_if_the_list_has_details() {
    let without_context = listed(r#"{"code":"BUSY","docs_url":"https://x","suggestion":"Wait"}"#);
    assert_eq!(
        scored(&without_context)["unmet"][0]["missing"],
        "none for BUSY"
    );
    let all = [
        "context in every error",
        "a suggestion in every recoverable error",
        "a documentation page for every code",
    ];
    assert_score(&listed(r#"{"code":"BUSY"}"#), 1, &all);
}
