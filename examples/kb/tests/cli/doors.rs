//! Tests that commands and tools return the same errors.

use crate::answers::only_line;
use crate::client::Client;
use crate::tool::Sandbox;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A failing call, as a command and as a tool.
struct Case {
    code: &'static str,
    tier: &'static str,
    /// Creates the cause of the failure. The cause lasts until the returned connection is dropped.
    prepare: fn(&Sandbox) -> Option<Connection>,
    command: &'static [&'static str],
    tool: &'static str,
    arguments: fn() -> Value,
}

fn nothing(_: &Sandbox) -> Option<Connection> {
    None
}

/// Changes the database as another program would.
fn sql(sandbox: &Sandbox, statements: &str) -> Connection {
    let connection = sandbox.database();
    connection.execute_batch(statements).unwrap();
    connection
}

/// Replaces the database with another file.
fn file(sandbox: &Sandbox, content: &str) -> Option<Connection> {
    for name in ["kb.db", "kb.db-wal", "kb.db-shm"] {
        let _ = std::fs::remove_file(sandbox.path(name));
    }
    sandbox.write("kb.db", content);
    None
}

fn cases() -> Vec<Case> {
    let get = |code, prepare| Case {
        code,
        tier: "read",
        prepare,
        command: &["get", "parser"],
        tool: "kb_get",
        arguments: || json!({"id": "parser"}),
    };
    let add = |code, prepare| Case {
        code,
        tier: "write",
        prepare,
        command: &["add", "--title", "A"],
        tool: "kb_add",
        arguments: || json!({"title": "A"}),
    };
    vec![
        Case {
            command: &["add", "--title", "A", "--tag", "Not OK"],
            arguments: || json!({"title": "A", "tags": ["Not OK"]}),
            ..add("validation_failed", nothing)
        },
        Case {
            command: &["add", "--title", "A", "--type", "decision", "--metadata", r#"{"status":"maybe"}"#],
            arguments: || json!({"title": "A", "type": "decision", "metadata": {"status": "maybe"}}),
            ..add("schema_violation", nothing)
        },
        Case { command: &["get", "parsr"], arguments: || json!({"id": "parsr"}), ..get("not_found", nothing) },
        Case {
            code: "conflict",
            tier: "write",
            prepare: nothing,
            command: &["update", "parser", "--if-version", "7", "--title", "A"],
            tool: "kb_update",
            arguments: || json!({"id": "parser", "if_version": 7, "title": "A"}),
        },
        Case {
            command: &["add", "parser", "--title", "A"],
            arguments: || json!({"id": "parser", "title": "A"}),
            ..add("entry_exists", nothing)
        },
        Case {
            prepare: |sandbox| {
                sandbox.write("large.md", "x".repeat(1_000_000));
                None
            },
            command: &["add", "--title", "A", "--body-file", "large.md"],
            arguments: || json!({"title": "A", "body": "x".repeat(1_000_000)}),
            ..add("size_exceeded", nothing)
        },
        get("serialization_error", |sandbox| Some(sql(sandbox, "UPDATE entries SET body = CAST(x'ff' AS TEXT)"))),
        Case {
            code: "permission_denied",
            tier: "write",
            prepare: nothing,
            command: &["remove", "parser"],
            tool: "kb_remove",
            arguments: || json!({"id": "parser"}),
        },
        add("limit_exceeded", |sandbox| Some(sql(sandbox, "UPDATE limits SET changes = 1, window_s = 3600"))),
        get("database_missing", |sandbox| {
            std::fs::remove_file(sandbox.path("kb.db")).unwrap();
            None
        }),
        get("database_foreign", |sandbox| file(sandbox, "")),
        get("database_corrupt", |sandbox| file(sandbox, &"x".repeat(4096))),
        add("database_locked", |sandbox| Some(sql(sandbox, "BEGIN IMMEDIATE"))),
        Case {
            prepare: |sandbox| {
                sandbox.write("large.md", "x".repeat(200_000));
                let fill = "UPDATE limits SET max_mib = 1; UPDATE entries SET body = hex(zeroblob(1000000))";
                Some(sql(sandbox, fill))
            },
            command: &["add", "--title", "A", "--body-file", "large.md"],
            arguments: || json!({"title": "A", "body": "x".repeat(200_000)}),
            ..add("database_full", nothing)
        },
        get("database_failed", |sandbox| Some(sql(sandbox, "DROP TABLE entries"))),
    ]
}

#[test]
fn every_tool_returns_the_same_error_as_the_command() {
    let mut codes = BTreeSet::new();
    for Case { code, tier, prepare, command, tool, arguments } in cases() {
        let sandbox = Sandbox::filled();
        let _kept = prepare(&sandbox);
        let client = Client::start(&sandbox, tier);
        let answer = client.call(tool, &arguments());
        assert!(answer.is_error, "{answer:?}");
        assert_eq!(answer.value["code"], code, "{answer:?}");
        let expected = only_line(&sandbox.run(&[&["--format", "json", "--tier", tier], command].concat()));
        match code {
            // The wait differs between the two calls.
            "limit_exceeded" => {
                assert_eq!(
                    (&answer.value["message"], &answer.value["retryable"]),
                    (&expected["message"], &json!(true))
                );
            }
            _ => assert_eq!(answer.value, expected),
        }
        let declared = client.tools().into_iter().find(|known| known.name == tool).unwrap();
        let declared = serde_json::to_value(declared).unwrap();
        let errors = declared["_meta"]["agent-error/errors"].as_array().unwrap();
        assert!(errors.contains(&json!(code)), "{tool} does not declare {code}: {errors:?}");
        codes.insert(code);
    }
    assert_eq!(codes.len(), 15);
}
