//! Tests of `import` and `export`.

use crate::tool::{Expected, Sandbox, envelope};
use serde_json::{Value, json};

fn exported(sandbox: &Sandbox) -> String {
    let output = sandbox.run(&["export"]);
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn exported_entries_can_be_imported() {
    let sandbox = Sandbox::filled();
    let text = exported(&sandbox);
    assert_eq!(text.lines().count(), 2);
    let other = Sandbox::new();
    other.write("all.jsonl", &text);
    let imported = other.succeeds(&["--tier", "admin", "import", "all.jsonl"]);
    assert_eq!(imported, json!({"added": 2, "replaced": 0, "skipped": 0}));
    assert_eq!(exported(&other), text);
    let answer = other.run_with_input(&["--tier", "admin", "import", "-", "--on-conflict", "skip"], &text);
    assert_eq!(envelope(&answer)["data"], json!({"added": 0, "replaced": 0, "skipped": 2}));
    let replaced = other.succeeds(&["--tier", "admin", "import", "all.jsonl", "--on-conflict", "replace"]);
    assert_eq!(replaced["replaced"], 2);
    assert_eq!(other.succeeds(&["get", "parser"])["version"], 2);
}

#[test]
fn an_invalid_entry_is_reported_by_line_and_nothing_is_imported() {
    let sandbox = Sandbox::new();
    let good = json!({"title": "Good"});
    for (bad, code, message) in [
        ("{".to_owned(), "validation_failed", "line 3: `entry` is not valid JSON"),
        ("[]".to_owned(), "validation_failed", "line 3: `entry` is not a JSON object"),
        (json!({"title": ""}).to_string(), "validation_failed", "line 3: `title` is empty"),
        (json!({"title": "…"}).to_string(), "validation_failed", "line 3: `id` is missing"),
        (
            json!({"title": "A", "type": "decision", "metadata": {"status": "maybe"}}).to_string(),
            "schema_violation",
            "line 3: `metadata.status` has the invalid value \"maybe\" (entry of type decision)",
        ),
        (
            json!({"title": "A", "body": "x".repeat(262_145)}).to_string(),
            "size_exceeded",
            "line 3: `body` is too large: 262145 bytes, but the limit is 262144",
        ),
        (good.to_string(), "entry_exists", "line 3: entry `good` already exists"),
    ] {
        sandbox.write("in.jsonl", format!("{good}\n\n{bad}\n"));
        let error = envelope(&sandbox.run(&["--tier", "admin", "import", "in.jsonl"]))["error"].clone();
        assert_eq!((&error["code"], &error["message"]), (&json!(code), &json!(message)));
        assert_eq!(error["context"]["line"], 3);
        assert_eq!(sandbox.succeeds(&["list"])["entries"], json!([]));
    }
}

#[test]
fn a_misplaced_metadata_field_is_rejected_with_its_correct_place() {
    let sandbox = Sandbox::new();
    sandbox.write("in.jsonl", r#"{"title":"A","type":"backlog_item","status":"proposed"}"#);
    sandbox.fails(
        &["--tier", "admin", "import", "in.jsonl"],
        &Expected {
            code: "validation_failed",
            exit: 2,
            message: "line 1: `status` is not a valid field",
            detail: Some("For entries of type `backlog_item`, `status` belongs in `metadata`"),
            suggestion: r#"Try again with metadata={"status":"proposed"}; "#,
            context: json!({
                "line": 1,
                "field": "status",
                "rule": "additionalProperties",
                "problem": "is not a valid field",
                "also": ["`metadata.status` is missing"],
            }),
            ..Expected::default()
        },
    );
}

#[test]
fn an_unreadable_file_is_reported_with_the_cause() {
    let sandbox = Sandbox::new();
    for (arguments, path, reason) in [
        (&["--tier", "admin", "import", "no.such"][..], "no.such", "No such file or directory (os error 2)"),
        (&["add", "--title", "A", "--body-file", "."], ".", "Is a directory (os error 21)"),
    ] {
        let output = sandbox.run(arguments);
        sandbox.failed(
            &output,
            &Expected {
                code: "file_unreadable",
                exit: 66,
                message: &format!("cannot read {path}: {reason}"),
                suggestion: "Pass a readable file",
                context: json!({"path": path}),
                ..Expected::default()
            },
        );
        assert_eq!(envelope(&output)["error"].get("cause"), None, "the message has it, in every format");
    }
}

#[test]
fn a_file_that_is_too_large_is_reported_with_its_size() {
    let sandbox = Sandbox::new();
    let size = 16 * 1024 * 1024 + 2;
    std::fs::File::create(sandbox.path("large.jsonl")).unwrap().set_len(size).unwrap();
    let error = envelope(&sandbox.run(&["--tier", "admin", "import", "large.jsonl"]))["error"].clone();
    assert_eq!(error["context"], json!({"line": null, "field": "file", "limit": size - 2, "current": size}));
}

#[test]
fn an_export_is_the_same_in_every_format() {
    let sandbox = Sandbox::filled();
    let text = exported(&sandbox);
    for format in ["text", "json"] {
        let output = sandbox.run(&["export", "--format", format]);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
    }
    for line in text.lines() {
        assert!(serde_json::from_str::<Value>(line).unwrap()["id"].is_string());
    }
}
