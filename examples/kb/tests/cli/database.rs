//! Tests of missing, locked, damaged, full and foreign databases.

use crate::tool::{Expected, Sandbox, envelope};
use rusqlite::Connection;
use serde_json::{Value, json};

#[test]
fn a_missing_knowledge_base_can_be_created() {
    let sandbox = Sandbox::empty();
    let (db, fix) = ("eve's data/kb.db", "kb init --if-missing --db=\"eve's data/kb.db\"");
    for arguments in [&["get", "parser"][..], &["add", "--title", "A"], &["list"], &["limits"]] {
        let arguments = [arguments, &["--db", db]].concat();
        sandbox.fails(
            &arguments,
            &Expected {
                code: "database_missing",
                exit: 4,
                message: &format!("knowledge base {db} does not exist"),
                suggestion: "Create the knowledge base with `kb init`",
                fix: Some(fix),
                context: json!({"path": db}),
                ..Expected::default()
            },
        );
    }
}

#[test]
fn a_knowledge_base_is_created_once_and_completed_if_that_was_interrupted() {
    let sandbox = Sandbox::filled();
    sandbox.fails(
        &["init"],
        &Expected {
            code: "database_exists",
            exit: 6,
            message: "knowledge base kb.db already exists",
            suggestion: "To keep the knowledge base, run `kb init --if-missing`",
            context: json!({"path": "kb.db"}),
            ..Expected::default()
        },
    );
    sandbox.succeeds(&["init", "--if-missing"]);
    assert_eq!(sandbox.succeeds(&["get", "parser"])["version"], 1);
    sandbox.write("empty.db", "");
    let init = sandbox.succeeds(&["init", "--if-missing", "--db", "empty.db"]);
    assert_eq!(init, json!({"path": "empty.db", "created": false}));
    assert_eq!(sandbox.succeeds(&["list", "--db", "empty.db"])["entries"], json!([]));
}

#[test]
fn without_a_path_the_knowledge_base_is_in_the_data_directory_of_the_user() {
    let sandbox = Sandbox::empty();
    let home = sandbox.path("home");
    let run = |arguments: &[&str]| {
        let mut command = sandbox.command(arguments);
        envelope(&command.env_remove("KB_DB").env("XDG_DATA_HOME", &home).env("HOME", &home).output().unwrap())
    };
    let path = run(&["init"])["data"]["path"].as_str().unwrap().to_owned();
    assert!(path.starts_with(home.to_str().unwrap()) && path.ends_with("/kb/kb.db"), "{path}");
    assert_eq!(run(&["list"])["ok"], true);
}

#[test]
fn a_foreign_database_is_unchanged() {
    let sandbox = Sandbox::empty();
    let other = Connection::open(sandbox.path("other.db")).unwrap();
    other.execute_batch("CREATE TABLE entries (x); PRAGMA user_version = 7").unwrap();
    for arguments in [&["list"][..], &["add", "--title", "A"], &["init", "--if-missing"]] {
        let arguments = [arguments, &["--db", "other.db"]].concat();
        sandbox.fails(
            &arguments,
            &Expected {
                code: "database_foreign",
                exit: 65,
                message: "other.db is not a knowledge base of a supported version",
                detail: Some("application ID 0, version 7; expected application ID 27490, version 1"),
                suggestion: "Pass the correct file with `--db`, or update kb",
                context: json!({
                    "path": "other.db", "application_id": 0, "version": 7, "expected_id": 27490, "expected_version": 1,
                }),
                ..Expected::default()
            },
        );
    }
    assert_eq!(other.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)), Ok(1));
}

#[test]
fn a_file_that_is_not_a_database_is_unchanged() {
    let sandbox = Sandbox::empty();
    let text =
        "This is not a database at all, but a text of more than a hundred bytes, as the header of one would need. ";
    sandbox.write("notes.txt", text);
    for arguments in [&["list"][..], &["add", "--title", "A"], &["init", "--if-missing"]] {
        sandbox.fails(
            &[arguments, &["--db", "notes.txt"]].concat(),
            &Expected {
                code: "database_corrupt",
                exit: 65,
                message: "notes.txt is damaged or not a SQLite database",
                suggestion: "restore notes.txt from a backup",
                context: json!({"path": "notes.txt"}),
                ..Expected::default()
            },
        );
    }
    assert_eq!(std::fs::read_to_string(sandbox.path("notes.txt")).unwrap(), text);
}

#[test]
fn a_locked_database_is_retryable() {
    let sandbox = Sandbox::filled();
    let other = sandbox.database();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let output = sandbox.run(&["add", "--title", "A"]);
    sandbox.failed(
        &output,
        &Expected {
            code: "database_locked",
            exit: 12,
            message: "kb.db is locked by another program",
            suggestion: "Wait for the other program to finish",
            retryable: true,
            context: json!({"path": "kb.db", "waited_ms": 2000}),
            ..Expected::default()
        },
    );
    assert_eq!(envelope(&output)["error"]["retry_after_ms"], 1000);
    other.execute_batch("COMMIT").unwrap();
    sandbox.succeeds(&["add", "--title", "A"]);
}

#[test]
fn another_users_knowledge_base_is_read_only() {
    let sandbox = Sandbox::filled();
    // Keep a connection open, so that SQLite keeps its additional files next to the database.
    let owner = sandbox.database();
    owner.query_row("SELECT count(*) FROM entries", [], |_| Ok(())).unwrap();
    for name in ["kb.db", "kb.db-wal", "kb.db-shm"] {
        sandbox.protect(name, 0o444);
    }
    let read = envelope(&sandbox.run_unprivileged(&["get", "parser"]));
    assert_eq!(read["data"]["version"], 1);
    let output = sandbox.run_unprivileged(&["add", "--title", "A"]);
    sandbox.failed(
        &output,
        &Expected {
            code: "database_readonly",
            exit: 7,
            message: "cannot write to kb.db: permission denied",
            suggestion: "Ask the owner of kb.db for write access to the file and its directory",
            context: json!({"path": "kb.db"}),
            ..Expected::default()
        },
    );
}

#[test]
fn a_database_at_its_size_limit_is_full_until_the_limit_is_raised() {
    let sandbox = Sandbox::new();
    sandbox.succeeds(&["--tier", "admin", "limits", "--max-mib", "1"]);
    sandbox.write("body.md", "word ".repeat(50_000));
    let add = |number: usize| ["add".to_owned(), format!("entry-{number}")];
    let rest = ["--title", "A", "--body-file", "body.md"];
    let run = |number| {
        let add = add(number);
        sandbox.run(&[&[add[0].as_str(), add[1].as_str()][..], &rest].concat())
    };
    let full = (0..20).map(run).find(|output| !output.status.success()).unwrap();
    sandbox.failed(
        &full,
        &Expected {
            code: "database_full",
            exit: 74,
            message: "no space left in kb.db",
            detail: Some("the maximum size is 1 MiB"),
            suggestion: "`kb limits --max-mib MIB`",
            context: json!({"path": "kb.db", "limit_mib": 1}),
            ..Expected::default()
        },
    );
    sandbox.succeeds(&["--tier", "admin", "limits", "--max-mib", "2"]);
    assert!(run(99).status.success());
}

#[test]
fn a_missing_table_is_reported_with_the_cause() {
    let sandbox = Sandbox::filled();
    sandbox.database().execute_batch("DROP TABLE entries").unwrap();
    let output = sandbox.run(&["list"]);
    let error = envelope(&output)["error"].clone();
    let reason = error["context"]["reason"].as_str().unwrap();
    assert!(reason.starts_with("no such table: entries"), "{error}");
    sandbox.failed(
        &output,
        &Expected {
            code: "database_failed",
            exit: 1,
            message: &format!("database error in kb.db: {reason}"),
            suggestion: "Check the disk that kb.db is on",
            context: json!({"path": "kb.db", "reason": reason}),
            ..Expected::default()
        },
    );
}

#[test]
fn a_failed_directory_creation_is_reported_with_the_cause() {
    let sandbox = Sandbox::empty();
    sandbox.write("file", "");
    let output = sandbox.run(&["init", "--db", "file/below/kb.db"]);
    sandbox.failed(
        &output,
        &Expected {
            code: "file_not_created",
            exit: 73,
            message: "cannot create file/below: Not a directory (os error 20)",
            suggestion: "pass another path with `--db`",
            context: json!({"path": "file/below"}),
            ..Expected::default()
        },
    );
    let directory = envelope(&sandbox.run(&["list", "--db", "."]));
    assert_eq!(directory["error"]["code"], "file_unreadable");
}

#[test]
fn an_entry_that_json_cannot_represent_is_reported_and_removable() {
    for (column, value, problem) in [
        ("body", "CAST(x'6162ff' AS TEXT)", "is not valid UTF-8: invalid utf-8 sequence of 1 bytes from index 2"),
        ("metadata", "'{'", "is not valid JSON for an entry: EOF while parsing an object at line 1 column 1"),
        ("type", "'bug'", "has the unknown value \"bug\""),
    ] {
        let sandbox = Sandbox::filled();
        let update = format!("UPDATE entries SET {column} = {value} WHERE id = 'parser'");
        sandbox.database().execute_batch(&update).unwrap();
        sandbox.fails(
            &["get", "parser"],
            &Expected {
                code: "serialization_error",
                exit: 65,
                message: &format!("cannot serialize the entry `parser` as JSON: its {column} {problem}"),
                suggestion: "Remove the entry, then add it again",
                context: json!({"id": "parser", "field": column, "problem": problem}),
                ..Expected::default()
            },
        );
        let others: Value = sandbox.succeeds(&["get", "fix-parser"]);
        assert_eq!(others["version"], 1);
        assert_eq!(envelope(&sandbox.run(&["export"]))["error"]["code"], "serialization_error", "not in part");
        assert_eq!(sandbox.succeeds(&["--tier", "admin", "remove", "parser"])["id"], "parser");
        sandbox.succeeds(&["list"]);
    }
}

#[test]
fn a_list_skips_unreadable_entries_with_a_warning() {
    let sandbox = Sandbox::filled();
    sandbox.database().execute_batch("UPDATE entries SET tags = '{' WHERE id = 'parser'").unwrap();
    for arguments in [&["list"][..], &["list", "--limit", "2"], &["search", "parser"]] {
        let envelope = envelope(&sandbox.run(arguments));
        let problem =
            "its tags is not valid JSON for an entry: invalid type: map, expected a sequence at line 1 column 0";
        assert_eq!(envelope["data"]["unreadable"], json!([{"id": "parser", "problem": problem}]));
        assert_eq!(envelope["data"]["entries"][0]["id"], "fix-parser");
        assert_eq!(envelope["warnings"], json!([format!("skipped the entry `parser`: {problem}")]));
    }
    let first = sandbox.succeeds(&["list", "--limit", "1"]);
    assert_eq!((&first["next_after"], &first["unreadable"]), (&json!("fix-parser"), &json!([])));
    assert_eq!(sandbox.succeeds(&["list", "--tag", "bug"])["entries"][0]["id"], "fix-parser");
}
