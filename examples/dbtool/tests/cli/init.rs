//! Tests of `init`, which never overwrites a database.

use crate::tool::{Expected, Sandbox};
use serde_json::json;

#[test]
fn a_database_is_created_once() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.succeeds(&["init"]).0, json!({"path": "dbtool.db", "created": true}));
    assert_eq!(sandbox.succeeds(&["init", "--if-missing"]).0, json!({"path": "dbtool.db", "created": false}));
    sandbox.fails(
        &["init"],
        &Expected {
            code: "DB_FILE_EXISTS",
            exit: 6,
            message: "dbtool.db already exists".into(),
            suggestion: "To keep the database, run `dbtool init --if-missing`",
            context: json!({"path": "dbtool.db"}),
            ..Expected::default()
        },
    );
}

#[test]
fn a_missing_directory_can_be_created() {
    let sandbox = Sandbox::new();
    let fix = "mkdir -p -- '-a b/c'";
    sandbox.fails(
        &["init", "--db=-a b/c/x.db"],
        &Expected {
            code: "DB_DIRECTORY_MISSING",
            exit: 4,
            message: "directory -a b/c does not exist".into(),
            suggestion: "Create the directory",
            fix: Some(fix),
            context: json!({"path": "-a b/c/x.db", "directory": "-a b/c"}),
            ..Expected::default()
        },
    );
}

#[test]
fn a_directory_is_not_a_database() {
    let sandbox = Sandbox::new();
    for arguments in [&["init", "--db", "."][..], &["init", "--if-missing", "--db", "."], &["status", "--db", "."]] {
        sandbox.fails(
            arguments,
            &Expected {
                code: "FILE_PATH_IS_DIRECTORY",
                exit: 2,
                message: ". is a directory".into(),
                suggestion: "Pass a file",
                context: json!({"path": "."}),
                ..Expected::default()
            },
        );
    }
}
