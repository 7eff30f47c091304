//! Tests the design document of Pyrite: the members of an error, and the error categories.

use crate::answers::only_line;
use crate::client::Client;
use crate::tool::{Sandbox, envelope};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::process::Output;

/// Runs kb without the format that the sandbox sets by default.
fn run(sandbox: &Sandbox, arguments: &[&str]) -> Output {
    sandbox.command(arguments).env_remove("KB_OUTPUT").output().unwrap()
}

/// Returns the error of a call with `--format json`.
fn error(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    only_line(&run(sandbox, &[arguments, &["--format", "json"]].concat()))
}

/// An error category of the design document, and a call that fails with it.
struct Category {
    code: &'static str,
    retryable: bool,
    prepare: fn(&Sandbox),
    call: &'static [&'static str],
    includes: &'static [&'static str],
}

impl Category {
    const fn new(code: &'static str, call: &'static [&'static str], includes: &'static [&'static str]) -> Self {
        Self { code, retryable: false, prepare: |_| (), call, includes }
    }
}

const CATEGORIES: [Category; 8] = [
    // The field and the rule.
    Category::new(
        "validation_failed",
        &["add", "--title", "A", "--tag", "Not OK"],
        &["`tags.0`", "Lowercase letters, digits and single hyphens"],
    ),
    // What was looked for.
    Category::new("not_found", &["get", "parsr"], &["`parsr`"]),
    // The required tier.
    Category::new("permission_denied", &["remove", "parser"], &["the tier admin is required"]),
    // The value that can't be represented.
    Category {
        prepare: |sandbox| sandbox.database().execute_batch("UPDATE entries SET tags = 'none'").unwrap(),
        ..Category::new("serialization_error", &["get", "parser"], &["`parser`", "tags"])
    },
    // The constraint.
    Category::new(
        "schema_violation",
        &["add", "--title", "A", "--type", "backlog_item", "--metadata", r#"{"status":"done","priority":9}"#],
        &["`metadata.priority`", r#"{"maximum":5}"#],
    ),
    // The current state.
    Category::new(
        "conflict",
        &["update", "parser", "--if-version", "7", "--title", "A"],
        &["the current version is 1", "How the parser works", "It descends."],
    ),
    // The limit and the current value.
    Category {
        retryable: true,
        prepare: |sandbox| {
            sandbox.succeeds(&["--tier", "admin", "limits", "--changes", "2", "--window-s", "3600"]);
        },
        ..Category::new("limit_exceeded", &["add", "--title", "A"], &["2 changes", "the limit is 2"])
    },
    // A size limit has a code of its own, because waiting doesn't help.
    Category {
        prepare: |sandbox| sandbox.write("large", "x".repeat(262_145)),
        ..Category::new(
            "size_exceeded",
            &["add", "--title", "A", "--body-file", "large"],
            &["262145 bytes", "the limit is 262144"],
        )
    },
];

#[test]
fn every_category_includes_the_documented_facts() {
    for Category { code, retryable, prepare, call, includes } in CATEGORIES {
        let sandbox = Sandbox::filled();
        prepare(&sandbox);
        let error = error(&sandbox, call);
        assert_eq!((&error["code"], &error["retryable"]), (&json!(code), &json!(retryable)), "{error}");
        let parts = ["message", "detail", "suggestion"].map(|member| error[member].as_str().unwrap_or_default());
        for part in includes {
            assert!(parts.iter().any(|text| text.contains(part)), "{part}: {error}");
        }
        assert!(!parts[2].is_empty(), "{code} has no suggestion");
    }
}

#[test]
fn a_message_is_one_line() {
    for Category { prepare, call, .. } in CATEGORIES {
        let sandbox = Sandbox::filled();
        prepare(&sandbox);
        let message = error(&sandbox, call)["message"].as_str().unwrap().to_owned();
        assert!(!message.is_empty() && message.lines().count() == 1, "{message:?}");
    }
    let lines = error(&Sandbox::filled(), &["get", "two\nlines"]);
    assert_eq!(lines["message"].as_str().unwrap().lines().count(), 1, "{lines}");
}

#[test]
fn the_members_are_the_documented_ones_in_their_order() {
    let sandbox = Sandbox::filled();
    let output = run(&sandbox, &["add", "--title", "A", "--tag", "Not OK", "--format", "json"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let mut rest = text.as_str();
    for member in
        [r#"{"error":true,"#, r#""code":""#, r#""message":""#, r#""detail":""#, r#""suggestion":""#, r#""retryable":"#]
    {
        let (_, after) = rest.split_once(member).unwrap_or_else(|| panic!("{member} is missing or misplaced: {text}"));
        rest = after;
    }
    assert_eq!(rest, "false}\n");
}

/// The example of the document. `retryable` differs on purpose: the identical call can't succeed.
#[test]
fn a_misplaced_status_is_reported_with_its_place() {
    let sandbox = Sandbox::new();
    let client = Client::start(&sandbox, "write");
    let arguments = json!({"title": "A", "type": "backlog_item", "status": "proposed"});
    let error = client.call("kb_add", &arguments).value;
    assert_eq!((&error["error"], &error["code"]), (&json!(true), &json!("validation_failed")));
    assert_eq!((&error["message"], &error["retryable"]), (&json!("`status` is not a valid field"), &json!(false)));
    assert!(error["suggestion"].as_str().unwrap().contains(r#"metadata={"status":"proposed"}"#), "{error}");
}

#[test]
fn a_path_that_is_not_unicode_is_still_serialized() {
    let sandbox = Sandbox::empty();
    let mut command = sandbox.command(&["list", "--format", "json", "--db"]);
    let output = command.arg(OsStr::from_bytes(b"\xff.db")).output().unwrap();
    let error = only_line(&output);
    assert_eq!(error["code"], "database_missing");
    assert!(error["message"].as_str().unwrap().contains("\u{fffd}.db"), "{error}");
}

#[test]
fn text_for_people_has_the_message_the_detail_and_the_suggestion() {
    let sandbox = Sandbox::filled();
    let call = ["add", "--title", "A", "--tag", "Not OK"];
    let error = error(&sandbox, &call);
    let output = run(&sandbox, &call);
    let text = String::from_utf8(output.stderr).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    for member in ["message", "detail", "suggestion"] {
        assert!(text.contains(error[member].as_str().unwrap()), "{member}: {text}");
    }
    assert!(output.stdout.is_empty() && !text.contains("panicked") && !text.contains("backtrace"), "{text}");
}

/// Other programs call the flag `--output`.
#[test]
fn output_json_is_the_same_as_format_json() {
    let sandbox = Sandbox::filled();
    for call in [
        &["get", "parser"][..],
        &["get", "parsr"],
        &["list", "--limit", "0"],
        &["errors", "list"],
        &["errors", "explain", "conflict"],
    ] {
        let expected = run(&sandbox, &[call, &["--format", "json"]].concat());
        for flags in [&["--output", "json"][..], &["--output=json"]] {
            for arguments in [[call, flags].concat(), [flags, call].concat()] {
                let output = run(&sandbox, &arguments);
                assert_eq!(only_line(&output), only_line(&expected), "{arguments:?}");
                assert_eq!(output.status.code(), expected.status.code(), "{arguments:?}");
            }
        }
    }
    let text = run(&sandbox, &["--output", "text", "get", "parsr"]);
    assert!(text.stdout.is_empty() && text.stderr.starts_with(b"error[not_found]"), "{text:?}");
    let error = only_line(&run(&sandbox, &["get", "parser", "--output", "json", "--output", "yaml"]));
    assert_eq!(error["code"], "INVALID_FLAG_VALUE");
}

#[test]
fn json_has_one_form_however_it_is_requested() {
    let sandbox = Sandbox::filled();
    for call in [&["get", "parsr"][..], &["get", "parser"], &["remove", "parser"]] {
        let by_flag = only_line(&run(&sandbox, &[call, &["--format", "json"]].concat()));
        let by_variable = sandbox.command(call).env("KB_OUTPUT", "json").output().unwrap();
        assert_eq!(only_line(&by_variable), by_flag);
    }
}

#[test]
fn a_tool_rejects_arguments_that_it_does_not_have() {
    let sandbox = Sandbox::filled();
    let client = Client::start(&sandbox, "admin");
    for (tool, arguments, code) in [
        ("kb_get", json!({"id": "parser", "verbose": true}), "VALIDATION_ERROR"),
        ("kb_list", json!({"tga": "bug"}), "VALIDATION_ERROR"),
        ("kb_search", json!({"query": "parser", "verbose": true}), "VALIDATION_ERROR"),
        ("kb_schema", json!({"verbose": true}), "VALIDATION_ERROR"),
        ("kb_remove", json!({"id": "parser", "verbose": true}), "VALIDATION_ERROR"),
        // The knowledge base itself knows the fields of an entry.
        ("kb_add", json!({"title": "A", "verbose": true}), "validation_failed"),
        ("kb_update", json!({"id": "parser", "if_version": 1, "verbose": true}), "validation_failed"),
    ] {
        let answer = client.call(tool, &arguments);
        assert!(answer.is_error, "{tool}: {answer:?}");
        assert_eq!(answer.value["code"], code, "{tool}: {answer:?}");
    }
    assert_eq!(envelope(&sandbox.run(&["get", "parser"]))["data"]["version"], 1, "nothing was changed");
}
