//! Tests of output formats and streams.

use crate::answers::only_line;
use crate::tool::{Sandbox, assert_flat, envelope};
use serde_json::json;
use std::process::Output;

/// Runs kb without the format that the sandbox sets by default.
fn run(sandbox: &Sandbox, arguments: &[&str]) -> Output {
    sandbox.command(arguments).env_remove("KB_OUTPUT").output().unwrap()
}

#[test]
fn by_default_errors_are_text_on_standard_error() {
    let sandbox = Sandbox::filled();
    for arguments in [&["get", "parsr"][..], &["get", "parsr", "--format", "text"]] {
        let output = run(&sandbox, arguments);
        assert_eq!((output.status.code(), &*output.stdout), (Some(5), &b""[..]));
        let expected = "error[not_found]: entry `parsr` does not exist

    help: Search for the entry, or list all entries
 nearest: parser
     try: search, list
    docs: https://kb.example.com/errors/not_found
";
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    }
}

#[test]
fn a_result_is_text_or_its_bare_data() {
    let sandbox = Sandbox::filled();
    let text = run(&sandbox, &["list"]);
    assert_eq!(String::from_utf8_lossy(&text.stdout), "fix-parser  Fix the parser\nparser  How the parser works\n");
    let data = only_line(&run(&sandbox, &["--format", "json", "get", "parser"]));
    assert_eq!((&data["id"], data.get("ok")), (&json!("parser"), None));
}

#[test]
fn stored_text_cannot_control_the_terminal() {
    let sandbox = Sandbox::new();
    sandbox.succeeds(&["add", "a", "--title", "A", "--body", "\u{1b}[2J gone\u{7}"]);
    sandbox.database().execute_batch("UPDATE entries SET title = char(27) || '[31mA'").unwrap();
    for arguments in [&["get", "a"][..], &["list"], &["search", "gone"]] {
        let text = String::from_utf8(run(&sandbox, arguments).stdout).unwrap();
        assert!(text.contains('A') && !text.contains(['\u{1b}', '\u{7}']), "{text:?}");
    }
    assert_eq!(sandbox.succeeds(&["get", "a"])["body"], "\u{1b}[2J gone\u{7}", "JSON escapes it");
}

#[test]
fn json_errors_are_flat_wherever_the_flag_is() {
    let sandbox = Sandbox::filled();
    let error = envelope(&sandbox.run(&["get", "parsr"]))["error"].clone();
    for arguments in [
        &["get", "parsr", "--format", "json"][..],
        &["--format=json", "get", "parsr"],
        &["get", "--format=json", "parsr"],
    ] {
        assert_flat(&run(&sandbox, arguments), &error);
    }
    let outranked = sandbox.command(&["--format", "json", "get", "parsr"]).env("KB_OUTPUT", "human").output().unwrap();
    assert_flat(&outranked, &error);
}

#[test]
fn usage_errors_use_the_requested_format() {
    let sandbox = Sandbox::filled();
    for (arguments, exit) in [(&["get", "parsr"][..], 5), (&["get", "parser"], 0), (&["list", "--limit", "0"], 2)] {
        let by_flag = run(&sandbox, &[arguments, &["--format", "json"]].concat());
        let by_variable = sandbox.command(arguments).env("KB_OUTPUT", "json").output().unwrap();
        assert_eq!(by_variable.status.code(), Some(exit));
        assert_eq!(only_line(&by_variable), only_line(&by_flag), "{arguments:?}");
    }
}

#[test]
fn a_command_line_that_is_refused_is_answered_in_the_format_that_it_asks_for() {
    let sandbox = Sandbox::empty();
    for (arguments, code) in [
        (&["get", "--format", "json"][..], "MISSING_REQUIRED_FLAGS"),
        (&["--format", "json", "git"], "UNKNOWN_COMMAND"),
        (&["--format", "json", "--tier", "root", "list"], "INVALID_FLAG_VALUE"),
        (&["--format", "json", "list", "--limit", "0"], "INVALID_FLAG_VALUE"),
        (&["--format", "json"], "MISSING_COMMAND"),
        (&["update", "a", "--title", "b", "--format", "json"], "MISSING_REQUIRED_FLAGS"),
        (&["add", "--body", "a", "--body-file", "b", "--format", "json"], "CONFLICTING_FLAGS"),
    ] {
        let output = run(&sandbox, arguments);
        assert_eq!(output.status.code(), Some(2));
        let error = only_line(&output);
        assert_eq!((&error["error"], &error["code"]), (&json!(true), &json!(code)), "{error}");
        assert_eq!(error["retryable"], false);
    }
}

#[test]
fn the_catalog_is_not_in_the_format_of_the_entries() {
    let sandbox = Sandbox::empty();
    let output = run(&sandbox, &["--format", "json", "errors", "catalog"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let catalog: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(catalog["catalog_version"].is_string());
    let list = only_line(&run(&sandbox, &["--format", "json", "errors", "list", "--all", "--retryable"]));
    let codes: Vec<_> = list["errors"].as_array().unwrap().iter().map(|entry| entry["code"].clone()).collect();
    assert_eq!(codes, ["database_locked", "limit_exceeded"], "only these may succeed later as they are");
}
