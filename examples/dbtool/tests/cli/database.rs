//! Tests of what all commands require of the database.

use crate::tool::{Expected, Sandbox};
use crate::{ITEMS, filled};
use rusqlite::Connection;
use serde_json::json;

#[test]
fn a_missing_database_can_be_created() {
    let sandbox = Sandbox::new();
    sandbox.write("items.csv", ITEMS);
    let (db, fix) = ("o'neill's data.db", "dbtool init --if-missing --db=\"o'neill's data.db\"");
    for arguments in [&["status", "--db", db][..], &["process", "items.csv", "--db", db]] {
        sandbox.fails(
            arguments,
            &Expected {
                code: "DB_FILE_MISSING",
                exit: 4,
                message: format!("database {db} does not exist"),
                suggestion: "Create the database",
                fix: Some(fix),
                context: json!({"path": db}),
                ..Expected::default()
            },
        );
    }
}

#[test]
fn a_missing_table_can_be_added() {
    let sandbox = Sandbox::new();
    sandbox.write("other.db", "");
    let fix = "dbtool init --if-missing --db=other.db";
    sandbox.fails(
        &["status", "--db", "other.db"],
        &Expected {
            code: "DB_TABLE_MISSING",
            exit: 4,
            message: "other.db has no table `items`".into(),
            suggestion: "Check that other.db is the correct file",
            fix: Some(fix),
            context: json!({"path": "other.db", "table": "items"}),
            ..Expected::default()
        },
    );
}

#[test]
fn a_file_that_is_not_a_database_is_unchanged() {
    let sandbox = filled();
    for arguments in [
        &["status", "--db", "items.csv"][..],
        &["init", "--if-missing", "--db", "items.csv"],
        &["process", "items.csv", "--db", "items.csv"],
        &["sync", "items.csv"],
    ] {
        sandbox.fails(
            arguments,
            &Expected {
                code: "DB_FILE_CORRUPT",
                exit: 65,
                message: "items.csv is damaged or not a SQLite database".into(),
                suggestion: "restore items.csv from a backup",
                context: json!({"path": "items.csv"}),
                ..Expected::default()
            },
        );
    }
    assert_eq!(std::fs::read_to_string(sandbox.path("items.csv")).unwrap(), ITEMS);
}

#[test]
fn a_locked_database_is_retryable() {
    let sandbox = filled();
    sandbox.write("more.csv", "sku,name,count\nB-1,Screw,1\n");
    let other = Connection::open(sandbox.path("dbtool.db")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    sandbox.fails(
        &["process", "more.csv"],
        &Expected {
            code: "DB_FILE_LOCKED",
            exit: 12,
            message: "dbtool.db is locked by another program".into(),
            suggestion: "Wait for the other program to finish",
            retryable: true,
            retry_after_ms: Some(1000),
            context: json!({"path": "dbtool.db", "waited_ms": 500}),
            ..Expected::default()
        },
    );
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(sandbox.succeeds(&["process", "more.csv"]).0["added"], 1);
}

#[test]
fn a_foreign_table_is_reported_with_the_cause() {
    let sandbox = Sandbox::new();
    let other = Connection::open(sandbox.path("other.db")).unwrap();
    other.execute_batch("CREATE TABLE items (x)").unwrap();
    let output = sandbox.run(&["status", "--db", "other.db"]);
    sandbox.failed(
        &output,
        &Expected {
            code: "DB_QUERY_FAILED",
            exit: 1,
            message: "database error in other.db: no such column: count in SELECT count(*), coalesce(sum(count), 0) \
                      FROM items at offset 30"
                .into(),
            suggestion: "Check the disk that other.db is on",
            context: json!({"path": "other.db"}),
            ..Expected::default()
        },
    );
}
