//! dbtool as agents and people meet it: real processes, files, databases and sockets.

#![allow(clippy::unwrap_used, reason = "the functions that the tests share are tests, too")]

mod tool;

use rusqlite::Connection;
use serde_json::{Value, json};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;
use tool::{Expected, Sandbox, envelope};

const ITEMS: &str = "sku,name,count\nA-1,Bolt,3\nA-2,Nut,4\n";

/// A sandbox whose database holds [`ITEMS`].
fn filled() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.succeeds(&["init"]);
    sandbox.write("items.csv", ITEMS);
    sandbox.succeeds(&["process", "items.csv"]);
    sandbox
}

/// A sandbox with an empty database and one file.
fn with_file(name: &str, content: impl AsRef<[u8]>) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.succeeds(&["init"]);
    sandbox.write(name, content);
    sandbox
}

/// `process` refuses a file and has then imported nothing of it.
#[track_caller]
fn process_refuses(content: impl AsRef<[u8]>, expected: &Expected) {
    let sandbox = with_file("in.csv", content);
    sandbox.fails(&["process", "in.csv"], expected);
    assert_eq!(sandbox.succeeds(&["status"]).0["items"], 0);
}

#[track_caller]
fn validate_refuses(content: impl AsRef<[u8]>, expected: &Expected) {
    let sandbox = Sandbox::new();
    sandbox.write("in.toml", content);
    sandbox.fails(&["validate", "in.toml"], expected);
}

mod init {
    use super::*;

    #[test]
    fn a_database_is_created_once() {
        let sandbox = Sandbox::new();
        assert_eq!(sandbox.succeeds(&["init"]).0, json!({"path": "dbtool.db", "created": true}));
        assert_eq!(sandbox.succeeds(&["init", "--if-missing"]).0, json!({"path": "dbtool.db", "created": false}));
        let fix = "dbtool init --if-missing --db=dbtool.db";
        sandbox.fails(
            &["init"],
            &Expected {
                code: "DB_FILE_EXISTS",
                exit: 6,
                message: "dbtool.db exists already".into(),
                suggestion: "Use the database as it is",
                fix: Some(fix),
                context: json!({"path": "dbtool.db"}),
                ..Expected::default()
            },
        );
        assert!(sandbox.shell(fix).status.success());
    }

    #[test]
    fn the_command_for_a_missing_directory_creates_it() {
        let sandbox = Sandbox::new();
        let fix = "mkdir -p -- '-a b/c'";
        sandbox.fails(
            &["init", "--db=-a b/c/x.db"],
            &Expected {
                code: "DB_DIRECTORY_MISSING",
                exit: 4,
                message: "there is no directory -a b/c for the database".into(),
                suggestion: "Create the directory",
                fix: Some(fix),
                context: json!({"path": "-a b/c/x.db", "directory": "-a b/c"}),
                ..Expected::default()
            },
        );
        assert!(sandbox.shell(fix).status.success());
        sandbox.succeeds(&["init", "--db=-a b/c/x.db"]);
    }

    #[test]
    fn a_directory_is_no_database() {
        let sandbox = Sandbox::new();
        for arguments in [&["init", "--db", "."][..], &["init", "--if-missing", "--db", "."], &["status", "--db", "."]]
        {
            sandbox.fails(
                arguments,
                &Expected {
                    code: "FILE_PATH_IS_DIRECTORY",
                    exit: 2,
                    message: ". is a directory".into(),
                    suggestion: "Name a file",
                    context: json!({"path": "."}),
                    ..Expected::default()
                },
            );
        }
    }
}

mod database {
    use super::*;

    #[test]
    fn the_command_for_a_missing_database_creates_it() {
        let sandbox = Sandbox::new();
        sandbox.write("items.csv", ITEMS);
        let (db, fix) = ("o'neill's data.db", "dbtool init --db=\"o'neill's data.db\"");
        for arguments in [&["status", "--db", db][..], &["process", "items.csv", "--db", db]] {
            sandbox.fails(
                arguments,
                &Expected {
                    code: "DB_FILE_MISSING",
                    exit: 4,
                    message: format!("there is no database {db}"),
                    suggestion: "Create it",
                    fix: Some(fix),
                    context: json!({"path": db}),
                    ..Expected::default()
                },
            );
        }
        assert!(sandbox.shell(fix).status.success());
        sandbox.succeeds(&["process", "items.csv", "--db", db]);
    }

    #[test]
    fn the_command_for_a_missing_table_adds_it() {
        let sandbox = Sandbox::new();
        sandbox.write("other.db", "");
        let fix = "dbtool init --if-missing --db=other.db";
        sandbox.fails(
            &["status", "--db", "other.db"],
            &Expected {
                code: "DB_TABLE_MISSING",
                exit: 4,
                message: "other.db has no table `items`".into(),
                suggestion: "Check that other.db is the right file",
                fix: Some(fix),
                context: json!({"path": "other.db", "table": "items"}),
                ..Expected::default()
            },
        );
        assert!(sandbox.shell(fix).status.success());
        assert_eq!(sandbox.succeeds(&["status", "--db", "other.db"]).0["items"], 0);
    }

    #[test]
    fn a_file_that_is_no_database_is_left_alone() {
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
                    message: "items.csv is no SQLite database, or is damaged".into(),
                    suggestion: "restore items.csv from a backup",
                    context: json!({"path": "items.csv"}),
                    ..Expected::default()
                },
            );
        }
        assert_eq!(std::fs::read_to_string(sandbox.path("items.csv")).unwrap(), ITEMS);
    }

    #[test]
    fn a_locked_database_may_be_tried_again() {
        let sandbox = filled();
        sandbox.write("more.csv", "sku,name,count\nB-1,Screw,1\n");
        let other = Connection::open(sandbox.path("dbtool.db")).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        sandbox.fails(
            &["process", "more.csv"],
            &Expected {
                code: "DB_FILE_LOCKED",
                exit: 12,
                message: "dbtool.db is in use by another program".into(),
                suggestion: "Wait until the other program has finished",
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
    fn a_table_of_another_program_is_an_error_with_its_cause() {
        let sandbox = Sandbox::new();
        let other = Connection::open(sandbox.path("other.db")).unwrap();
        other.execute_batch("CREATE TABLE items (x)").unwrap();
        let output = sandbox.run(&["status", "--db", "other.db"]);
        sandbox.failed(
            &output,
            &["status"],
            &Expected {
                code: "DB_QUERY_FAILED",
                exit: 1,
                message: "the database other.db failed".into(),
                suggestion: "Read the cause",
                context: json!({"path": "other.db"}),
                ..Expected::default()
            },
        );
        assert!(envelope(&output)["error"]["cause"].as_str().unwrap().contains("no such column: count"));
    }
}

mod process {
    use super::*;

    #[test]
    fn items_are_imported_and_counted() {
        let sandbox = with_file("in.csv", ITEMS);
        let (data, warnings) = sandbox.succeeds(&["process", "in.csv"]);
        assert_eq!(data, json!({"db": "dbtool.db", "file": "in.csv", "added": 2, "updated": 0, "skipped": 0}));
        assert_eq!(warnings, json!([]));
        assert_eq!(sandbox.succeeds(&["status"]).0, json!({"path": "dbtool.db", "items": 2, "pieces": 7}));
    }

    #[test]
    fn columns_stand_in_any_order_and_others_are_ignored() {
        let sandbox = with_file("in.csv", "\u{feff}name, color, count, sku\n\"Bolt\nlong\", red, 3, A-1\n");
        let (data, warnings) = sandbox.succeeds(&["process", "in.csv"]);
        assert_eq!(data["added"], 1);
        assert_eq!(warnings, json!(["the column `color` was ignored"]));
    }

    #[test]
    fn a_header_alone_is_worth_a_warning() {
        let (data, warnings) = with_file("in.csv", "sku,name,count\n").succeeds(&["process", "in.csv"]);
        assert_eq!(data["added"], 0);
        assert_eq!(warnings, json!(["the file holds no items, only a header"]));
    }

    #[test]
    fn a_bad_number_is_found_by_row_line_and_column() {
        for value in ["N/A", "-1", "1.5", "4294967296", "1e3"] {
            let content = format!("sku,name,count\nA-1,\"Bolt\nlong\",3\nA-2,Nut,{value}\n");
            process_refuses(
                content,
                &Expected {
                    code: "CSV_NUMBER_INVALID",
                    exit: 65,
                    message: format!("in.csv, row 3, column `count`: {value:?} is no count"),
                    suggestion: "Write a whole number from 0 to 4294967295 in row 3 (line 4)",
                    context: json!({
                        "path": "in.csv", "row": 3, "line": 4, "column": "count", "value": value,
                        "valid": "a whole number from 0 to 4294967295",
                    }),
                    ..Expected::default()
                },
            );
        }
    }

    #[test]
    fn a_file_without_a_header_is_empty() {
        for content in ["", "\n\n"] {
            process_refuses(
                content,
                &Expected {
                    code: "CSV_FILE_EMPTY",
                    exit: 65,
                    message: "in.csv is empty".into(),
                    suggestion: "sku,name,count",
                    context: json!({"path": "in.csv"}),
                    ..Expected::default()
                },
            );
        }
    }

    #[test]
    fn a_header_names_each_column_once() {
        process_refuses(
            "sku,name,cuont\n",
            &Expected {
                code: "CSV_COLUMN_MISSING",
                exit: 65,
                message: "in.csv has no column `count`".into(),
                suggestion: "Add `count` to the header",
                context: json!({
                    "path": "in.csv", "column": "count",
                    "found": ["sku", "name", "cuont"], "required": ["sku", "name", "count"],
                }),
                ..Expected::default()
            },
        );
        process_refuses(
            "sku,name,count,name\n",
            &Expected {
                code: "CSV_COLUMN_REPEATED",
                exit: 65,
                message: "in.csv has two columns `name`".into(),
                suggestion: "Rename or remove one of the two",
                context: json!({"path": "in.csv", "column": "name"}),
                ..Expected::default()
            },
        );
    }

    #[test]
    fn a_row_has_a_value_for_each_column() {
        process_refuses(
            "sku,name,count\nA-1,Bolt, long,3\n",
            &Expected {
                code: "CSV_ROW_LENGTH_INVALID",
                exit: 65,
                message: "in.csv, row 2: 4 values, but the header has 3 columns".into(),
                suggestion: "Give row 2 (line 2) 3 values",
                context: json!({"path": "in.csv", "row": 2, "line": 2, "values": 4, "columns": 3}),
                ..Expected::default()
            },
        );
        process_refuses(
            "sku,name,count\n,Bolt,3\n",
            &Expected {
                code: "CSV_VALUE_MISSING",
                exit: 65,
                message: "in.csv, row 2: the column `sku` is empty".into(),
                suggestion: "Fill in `sku` in row 2",
                context: json!({"path": "in.csv", "row": 2, "line": 2, "column": "sku"}),
                ..Expected::default()
            },
        );
    }

    #[test]
    fn a_sku_stands_in_one_row() {
        process_refuses(
            "sku,name,count\nA-1,Bolt,3\nA-2,Nut,4\nA-1,Screw,5\n",
            &Expected {
                code: "CSV_SKU_REPEATED",
                exit: 65,
                message: "in.csv, row 4: the SKU \"A-1\" stands in row 2 too".into(),
                suggestion: "Remove row 2 or row 4",
                context: json!({
                    "path": "in.csv", "row": 4, "line": 4, "column": "sku", "value": "A-1", "first_row": 2,
                }),
                ..Expected::default()
            },
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_found() {
        for (content, row) in [(&b"sku,na\xffme,count\n"[..], 1), (b"sku,name,count\nA-1,Bo\xfflt,3\n", 2)] {
            process_refuses(
                content,
                &Expected {
                    code: "CSV_TEXT_INVALID",
                    exit: 65,
                    message: format!("in.csv, row {row}, value 2: a byte that is no UTF-8"),
                    suggestion: "Save the file as UTF-8",
                    context: json!({"path": "in.csv", "row": row, "line": row, "position": 2}),
                    ..Expected::default()
                },
            );
        }
    }
}

mod files {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, Output};

    #[test]
    fn a_path_that_leads_nowhere_is_told() {
        let sandbox = filled();
        for arguments in [["process", "no.such"], ["validate", "no.such"], ["sync", "no.such"]] {
            sandbox.fails(
                &arguments,
                &Expected {
                    code: "FILE_PATH_NOT_FOUND",
                    exit: 5,
                    message: "there is no file no.such".into(),
                    suggestion: "Check the path",
                    context: json!({"path": "no.such"}),
                    ..Expected::default()
                },
            );
        }
        sandbox.fails(
            &["process", "items.csv/x"],
            &Expected {
                code: "FILE_PATH_NOT_FOUND",
                exit: 5,
                message: "there is no file items.csv/x".into(),
                suggestion: "Check the path",
                context: json!({"path": "items.csv/x"}),
                ..Expected::default()
            },
        );
    }

    #[test]
    fn a_path_that_is_no_unicode_is_shown_as_far_as_it_is() {
        let sandbox = with_file("in.csv", ITEMS);
        let name = OsStr::from_bytes(b"\xff.db");
        let mut command = sandbox.command(&["init", "--db"]);
        let output = command.arg(name).output().unwrap();
        assert_eq!(envelope(&output)["data"]["path"], "\u{fffd}.db");
        let output = sandbox.command(&["sync"]).arg(name).output().unwrap();
        assert_eq!(envelope(&output)["data"]["source"], "\u{fffd}.db");
        let output = sandbox.command(&["process"]).arg(name).output().unwrap();
        assert_eq!(envelope(&output)["error"]["context"]["path"], "\u{fffd}.db");
    }

    #[test]
    fn a_directory_is_no_file() {
        let sandbox = filled();
        for arguments in [["process", "."], ["validate", "."], ["sync", "."]] {
            sandbox.fails(
                &arguments,
                &Expected {
                    code: "FILE_PATH_IS_DIRECTORY",
                    exit: 2,
                    message: ". is a directory".into(),
                    suggestion: "Name a file",
                    context: json!({"path": "."}),
                    ..Expected::default()
                },
            );
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_cannot_be_read_is_told_with_the_cause() {
        // Nothing is mapped at address 0 of any process, where this file is read first.
        let path = "/proc/self/mem";
        let sandbox = Sandbox::new();
        for command in ["validate", "process"] {
            sandbox.fails(
                &[command, path],
                &Expected {
                    code: "FILE_READ_FAILED",
                    exit: 74,
                    message: format!("{path} cannot be read"),
                    suggestion: "Read the cause",
                    context: json!({"path": path}),
                    ..Expected::default()
                },
            );
        }
    }

    #[test]
    fn a_file_of_somebody_else_is_not_opened() {
        let sandbox = with_file("in.csv", ITEMS);
        protect(&sandbox, "in.csv", 0o000);
        let output = unprivileged(&sandbox, &["process", "in.csv"]);
        sandbox.failed(
            &output,
            &["process"],
            &Expected {
                code: "FILE_ACCESS_DENIED",
                exit: 7,
                message: "in.csv may not be opened".into(),
                suggestion: "Ask the owner of in.csv",
                context: json!({"path": "in.csv"}),
                ..Expected::default()
            },
        );
    }

    #[test]
    fn a_database_of_somebody_else_is_read_but_not_written() {
        let sandbox = with_file("in.csv", ITEMS);
        protect(&sandbox, "dbtool.db", 0o444);
        let status = unprivileged(&sandbox, &["status"]);
        assert_eq!(envelope(&status)["data"]["items"], 0);
        let output = unprivileged(&sandbox, &["process", "in.csv"]);
        sandbox.failed(
            &output,
            &["process"],
            &Expected {
                code: "DB_FILE_READONLY",
                exit: 7,
                message: "dbtool.db may not be written to".into(),
                suggestion: "Ask the owner of dbtool.db",
                context: json!({"path": "dbtool.db"}),
                ..Expected::default()
            },
        );
    }

    fn protect(sandbox: &Sandbox, name: &str, mode: u32) {
        std::fs::set_permissions(sandbox.path(name), std::fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Runs dbtool as a user whom file permissions bind. They do not bind root, so there a copy of
    /// dbtool, which everybody may read, runs as nobody.
    fn unprivileged(sandbox: &Sandbox, arguments: &[&str]) -> Output {
        const NOBODY: u32 = 65_534;
        if std::fs::metadata(sandbox.path(".")).unwrap().uid() != 0 {
            return sandbox.run(arguments);
        }
        protect(sandbox, ".", 0o755);
        std::fs::copy(env!("CARGO_BIN_EXE_dbtool"), sandbox.path("dbtool")).unwrap();
        let mut command = Command::new(sandbox.path("dbtool"));
        command.args(arguments).current_dir(sandbox.path(".")).env_clear().uid(NOBODY).gid(NOBODY);
        command.output().unwrap()
    }
}

mod sync {
    use super::*;

    /// Two databases: `dbtool.db` holds [`ITEMS`], `other.db` one of its SKUs with another name, and one more.
    fn two_databases() -> Sandbox {
        let sandbox = filled();
        sandbox.write("other.csv", "sku,name,count\nC-1,Washer,9\nA-2,Hex nut,5\n");
        sandbox.succeeds(&["init", "--db", "other.db"]);
        sandbox.succeeds(&["process", "other.csv", "--db", "other.db"]);
        sandbox
    }

    #[test]
    fn a_duplicate_is_told_by_column_and_value_with_both_items() {
        let sandbox = two_databases();
        let output = sandbox.run(&["sync", "other.db"]);
        sandbox.failed(
            &output,
            &["sync"],
            &Expected {
                code: "DB_ITEM_DUPLICATE",
                exit: 6,
                message: "dbtool.db already holds an item with the sku \"A-2\"".into(),
                suggestion: "Repeat the call with `--on-conflict skip` to keep stored items",
                context: json!({
                    "path": "dbtool.db", "column": "sku", "value": "A-2",
                    "stored": {"sku": "A-2", "name": "Nut", "count": 4},
                    "given": {"sku": "A-2", "name": "Hex nut", "count": 5},
                }),
                ..Expected::default()
            },
        );
        let detail = &envelope(&output)["error"]["detail"];
        assert_eq!(detail, "stored is \"Nut\" with count 4; new is \"Hex nut\" with count 5");
        let cause = &envelope(&output)["error"]["cause"];
        assert!(
            cause.as_str().unwrap().starts_with("UNIQUE constraint failed: items.sku"),
            "a real constraint: {cause}"
        );
        assert_eq!(sandbox.succeeds(&["status"]).0["items"], 2, "nothing was added, C-1 included");
    }

    #[test]
    fn duplicates_are_skipped_or_replaced_on_request() {
        let sandbox = two_databases();
        let changes = |added, updated, skipped| json!({"db": "dbtool.db", "source": "other.db", "added": added, "updated": updated, "skipped": skipped});
        assert_eq!(sandbox.succeeds(&["sync", "other.db", "--on-conflict", "skip"]).0, changes(1, 0, 1));
        assert_eq!(sandbox.succeeds(&["status"]).0["pieces"], 16);
        assert_eq!(sandbox.succeeds(&["sync", "other.db", "--on-conflict", "update"]).0, changes(0, 2, 0));
        assert_eq!(sandbox.succeeds(&["status"]).0["pieces"], 17);
    }

    #[test]
    fn process_meets_the_same_constraint() {
        let sandbox = filled();
        sandbox.fails(
            &["process", "items.csv"],
            &Expected {
                code: "DB_ITEM_DUPLICATE",
                exit: 6,
                message: "dbtool.db already holds an item with the sku \"A-1\"".into(),
                suggestion: "`--on-conflict update` to replace them",
                context: json!({
                    "path": "dbtool.db", "column": "sku", "value": "A-1",
                    "stored": {"sku": "A-1", "name": "Bolt", "count": 3},
                    "given": {"sku": "A-1", "name": "Bolt", "count": 3},
                }),
                ..Expected::default()
            },
        );
        assert_eq!(sandbox.succeeds(&["process", "items.csv", "--on-conflict", "skip"]).0["skipped"], 2);
    }
}

mod validate {
    use super::*;

    #[test]
    fn a_valid_file_is_told_with_its_fields() {
        let sandbox = Sandbox::new();
        sandbox.write("in.toml", "host = 'db'\nport = 0x1538\nmode = 'read-only'\n[pool]\nsize = 10\n");
        let (data, _) = sandbox.succeeds(&["validate", "in.toml"]);
        assert_eq!(data, json!({"path": "in.toml", "fields": ["host", "mode", "pool.size", "port"]}));
    }

    #[test]
    fn a_syntax_error_is_found_by_line_and_column() {
        validate_refuses(
            "host = 'db'\nport = \n",
            &Expected {
                code: "CONFIG_SYNTAX_INVALID",
                exit: 78,
                message: "in.toml, line 2: string values must be quoted, expected literal string".into(),
                suggestion: "Correct line 2 at column 8",
                context: json!({
                    "path": "in.toml", "line": 2, "column": 8,
                    "problem": "string values must be quoted, expected literal string",
                }),
                ..Expected::default()
            },
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_found_by_line() {
        validate_refuses(
            b"host = 'db'\nmode = '\xff'\n",
            &Expected {
                code: "CONFIG_TEXT_INVALID",
                exit: 78,
                message: "in.toml, line 2: a byte that is no UTF-8".into(),
                suggestion: "Save the file as UTF-8",
                context: json!({"path": "in.toml", "line": 2}),
                ..Expected::default()
            },
        );
    }

    #[test]
    fn an_unknown_field_is_told_with_the_nearest_valid_names() {
        validate_refuses(
            "port = 1\nhots = 'db'\n",
            &Expected {
                code: "CONFIG_FIELD_UNKNOWN",
                exit: 78,
                message: "in.toml, line 2: there is no field `hots`".into(),
                suggestion: "write one of `host`, `port`",
                context: json!({
                    "path": "in.toml", "line": 2, "field": "hots",
                    "valid": ["host", "port", "mode", "pool", "timeout_ms"],
                }),
                ..Expected::default()
            },
        );
    }

    #[test]
    fn a_value_of_another_type_is_told_with_the_valid_one() {
        validate_refuses(
            "host = 'db'\nport = '5432'\n",
            &Expected {
                code: "CONFIG_TYPE_INVALID",
                exit: 78,
                message: "in.toml, line 2: `port` is a text".into(),
                suggestion: "Write a whole number from 1 to 65535 in line 2",
                context: json!({
                    "path": "in.toml", "line": 2, "field": "port",
                    "found": "a text", "valid": "a whole number from 1 to 65535",
                }),
                ..Expected::default()
            },
        );
    }

    #[test]
    fn a_value_out_of_range_or_unknown_is_told_with_the_valid_ones() {
        validate_refuses(
            "host = 'db'\nport = 1\n\n[pool]\nsize = 101\n",
            &Expected {
                code: "CONFIG_VALUE_INVALID",
                exit: 78,
                message: "in.toml, line 5: `pool.size` cannot be 101".into(),
                suggestion: "Write a whole number from 1 to 100 in line 5",
                context: json!({
                    "path": "in.toml", "line": 5, "field": "pool.size",
                    "value": "101", "valid": "a whole number from 1 to 100",
                }),
                ..Expected::default()
            },
        );
        validate_refuses(
            "mode = 'rw'\n",
            &Expected {
                code: "CONFIG_VALUE_INVALID",
                exit: 78,
                message: "in.toml, line 1: `mode` cannot be 'rw'".into(),
                suggestion: "Write \"read-only\" or \"read-write\" in line 1",
                context: json!({
                    "path": "in.toml", "line": 1, "field": "mode",
                    "value": "'rw'", "valid": "\"read-only\" or \"read-write\"",
                }),
                ..Expected::default()
            },
        );
    }

    #[test]
    fn a_missing_field_is_told_with_its_place() {
        validate_refuses(
            "host = 'db'\n",
            &Expected {
                code: "CONFIG_FIELD_MISSING",
                exit: 78,
                message: "in.toml: `port` is missing".into(),
                suggestion: "Add `port` at the top of the file: a whole number from 1 to 65535",
                context: json!({
                    "path": "in.toml", "line": 1, "field": "port", "valid": "a whole number from 1 to 65535",
                }),
                ..Expected::default()
            },
        );
        validate_refuses(
            "host = 'db'\nport = 1\n[pool]\n",
            &Expected {
                code: "CONFIG_FIELD_MISSING",
                exit: 78,
                message: "in.toml: `pool.size` is missing".into(),
                suggestion: "Add `pool.size` below line 3: a whole number from 1 to 100",
                context: json!({
                    "path": "in.toml", "line": 3, "field": "pool.size", "valid": "a whole number from 1 to 100",
                }),
                ..Expected::default()
            },
        );
    }
}

mod connect {
    use super::*;

    const HOST: &str = "127.0.0.1";

    fn listener() -> (TcpListener, u16) {
        let listener = TcpListener::bind((HOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        (listener, port)
    }

    #[test]
    fn a_server_that_listens_is_reached() {
        let (_listener, port) = listener();
        let (data, _) = Sandbox::new().succeeds(&["connect", "--host", HOST, "--port", &port.to_string()]);
        assert_eq!(data, json!({"host": HOST, "port": port, "address": format!("{HOST}:{port}")}));
    }

    #[test]
    fn a_port_without_a_listener_refuses() {
        let (listener, port) = listener();
        drop(listener);
        Sandbox::new().fails(
            &["connect", "--host", HOST, "--port", &port.to_string()],
            &Expected {
                code: "DB_CONNECTION_REFUSED",
                exit: 12,
                message: format!("cannot connect to {HOST} port {port}: the connection was refused"),
                suggestion: "correct the port with `--port`",
                retryable: true,
                retry_after_ms: Some(5000),
                context: json!({"host": HOST, "port": port, "timeout_ms": 5000}),
                ..Expected::default()
            },
        );
    }

    #[test]
    fn a_server_that_does_not_answer_is_given_up() {
        let (listener, port) = listener();
        let _queue = fill(&listener);
        let arguments = ["connect", "--host", HOST, "--port", &port.to_string(), "--timeout-ms", "200"];
        Sandbox::new().fails(
            &arguments,
            &Expected {
                code: "DB_CONNECTION_TIMEOUT",
                exit: 12,
                message: format!("cannot connect to {HOST} port {port}: no answer within 200 ms"),
                suggestion: "allow more time with `--timeout-ms`",
                retryable: true,
                retry_after_ms: Some(5000),
                context: json!({"host": HOST, "port": port, "timeout_ms": 200}),
                ..Expected::default()
            },
        );
    }

    /// Connects until the queue of the listener, which accepts nobody, is full: from then on the
    /// kernel leaves a connection unanswered.
    fn fill(listener: &TcpListener) -> Vec<TcpStream> {
        let address = listener.local_addr().unwrap();
        let mut queue = Vec::new();
        loop {
            match TcpStream::connect_timeout(&address, Duration::from_millis(300)) {
                Ok(stream) => queue.push(stream),
                Err(error) => {
                    assert_eq!(error.kind(), std::io::ErrorKind::TimedOut);
                    return queue;
                }
            }
        }
    }

    #[test]
    fn a_host_without_an_address_is_told() {
        // RFC 6761: no resolver knows `.invalid`. One that is out of reach is given up after a second.
        let sandbox = Sandbox::new();
        let arguments = ["connect", "--host", "db.invalid"];
        let output = sandbox.command(&arguments).env("RES_OPTIONS", "timeout:1 attempts:1").output().unwrap();
        sandbox.failed(
            &output,
            &arguments,
            &Expected {
                code: "DB_HOST_UNRESOLVED",
                exit: 5,
                message: "cannot find the host \"db.invalid\"".into(),
                suggestion: "Check the spelling of \"db.invalid\"",
                context: json!({"host": "db.invalid", "port": 5432}),
                ..Expected::default()
            },
        );
    }
}

mod errors {
    use super::*;

    #[test]
    fn every_code_is_listed_with_all_that_the_rubric_asks() {
        let listed = Sandbox::new().listed();
        assert!(listed.len() > 30, "{}", listed.len());
        for entry in listed.iter().filter(|entry| entry["declared_by"].as_str().unwrap().starts_with("dbtool::")) {
            let code = entry["code"].as_str().unwrap();
            assert_eq!(entry["docs_url"], format!("https://dbtool.example.com/errors/{code}"));
            for key in ["summary", "message", "suggestion"] {
                assert!(entry[key].as_str().is_some_and(|text| !text.is_empty()), "{code} has no {key}");
            }
            let context = entry["context"].as_array().unwrap();
            assert!(context.iter().all(|field| field["summary"].is_string()), "{entry}");
        }
    }

    #[test]
    fn codes_are_filtered_and_explained() {
        let sandbox = Sandbox::new();
        let (data, _) = sandbox.succeeds(&["errors", "list", "--retryable"]);
        let codes: Vec<&Value> = data["errors"].as_array().unwrap().iter().map(|entry| &entry["code"]).collect();
        let retryable = [
            "DB_CONNECTION_REFUSED",
            "DB_CONNECTION_TIMEOUT",
            "DB_FILE_LOCKED",
            "DB_HOST_UNREACHABLE",
            "DB_RESOLVER_TIMEOUT",
        ];
        assert_eq!(codes, retryable);
        let (data, _) = sandbox.succeeds(&["errors", "explain", "DB_FILE_LOCKED"]);
        assert_eq!(data["retry_after_ms"], 1000);
        let (data, _) = sandbox.succeeds(&["errors", "exits"]);
        let exits = data["exit_codes"].as_array().unwrap().iter().map(|exit| exit["exit_code"].as_u64().unwrap());
        assert_eq!(exits.collect::<Vec<_>>(), [0, 1, 2, 4, 5, 6, 7, 12, 65, 70, 74, 78]);
    }

    #[test]
    fn an_unknown_code_is_answered_with_the_nearest() {
        let output = Sandbox::new().run(&["errors", "explain", "DB_FILE_LOCKT"]);
        assert_eq!(output.status.code(), Some(5));
        let error = &envelope(&output)["error"];
        assert_eq!(error["code"], "UNKNOWN_ERROR_CODE");
        assert_eq!(error["context"]["nearest"][0], "DB_FILE_LOCKED");
        assert!(error["suggestion"].as_str().unwrap().contains("`DB_FILE_LOCKED`"));
    }
}

mod formats {
    use super::*;
    use std::process::Output;

    #[track_caller]
    fn assert_for_a_person(output: &Output) {
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        assert_eq!(output.status.code(), Some(4));
        let expected = "error[DB_FILE_MISSING]: there is no database dbtool.db

   cause: No such file or directory (os error 2)
    help: Create it, or name an existing one with `--db`
     fix: dbtool init --db=dbtool.db
    docs: https://dbtool.example.com/errors/DB_FILE_MISSING
";
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    }

    #[test]
    fn a_person_reads_errors_on_standard_error() {
        let sandbox = Sandbox::new();
        assert_for_a_person(&sandbox.run(&["status", "--output", "human"]));
        assert_for_a_person(&sandbox.run(&["--output=human", "status"]));
        assert_for_a_person(&sandbox.command(&["status"]).env("DBTOOL_OUTPUT", "human").output().unwrap());
    }

    #[test]
    fn a_flag_outranks_the_variable() {
        let sandbox = Sandbox::new();
        for arguments in [&["status", "--output", "json"][..], &["--agent", "status"]] {
            let output = sandbox.command(arguments).env("DBTOOL_OUTPUT", "human").output().unwrap();
            assert_eq!(envelope(&output)["error"]["code"], "DB_FILE_MISSING");
        }
    }

    #[test]
    fn a_variable_that_names_no_format_is_a_warning() {
        let output = Sandbox::new().command(&["status"]).env("DBTOOL_OUTPUT", "jsn").output().unwrap();
        let warning = &envelope(&output)["warnings"][0];
        assert!(warning.as_str().unwrap().starts_with("DBTOOL_OUTPUT=jsn is no format"), "{warning}");
    }

    #[test]
    fn colour_is_for_those_who_want_it() {
        let sandbox = Sandbox::new();
        let colored = |variables: &[(&str, &str)]| {
            let mut command = sandbox.command(&["status", "--output", "human"]);
            let output = command.envs(variables.iter().copied()).output().unwrap();
            String::from_utf8(output.stderr).unwrap().contains('\u{1b}')
        };
        assert!(colored(&[("CLICOLOR_FORCE", "1")]));
        assert!(!colored(&[]));
        assert!(!colored(&[("NO_COLOR", "1")]));
    }

    #[test]
    fn a_good_answer_is_text_for_a_person() {
        let sandbox = filled();
        let output = sandbox.run(&["status", "--output", "human"]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "dbtool.db\n  items   2\n  pieces  7\n");
        assert_eq!(output.stderr, b"");
    }
}

/// What a terminal changes, seen through `script`, which gives a program one.
#[cfg(target_os = "linux")]
mod terminal {
    use super::*;
    use std::process::{Command, Stdio};

    /// What dbtool writes to a terminal.
    fn typed(sandbox: &Sandbox, variables: &[(&str, &str)]) -> String {
        let line = format!("{} status", env!("CARGO_BIN_EXE_dbtool"));
        let mut command = Command::new("script");
        command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
        command.current_dir(sandbox.path(".")).stdin(Stdio::null()).env("TERM", "xterm-256color");
        for variable in ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "DBTOOL_OUTPUT"] {
            command.env_remove(variable);
        }
        let output = command.envs(variables.iter().copied()).output().unwrap();
        assert_eq!(output.status.code(), Some(4));
        String::from_utf8(output.stdout).unwrap()
    }

    #[test]
    fn a_person_at_a_terminal_reads_coloured_text() {
        let sandbox = Sandbox::new();
        let text = typed(&sandbox, &[]);
        assert!(text.contains("\u{1b}[1m\u{1b}[31merror[DB_FILE_MISSING]"), "{text:?}");
        let plain = typed(&sandbox, &[("NO_COLOR", "1")]);
        assert!(plain.starts_with("error[DB_FILE_MISSING]: there is no database dbtool.db\r\n"), "{plain:?}");
    }

    #[test]
    fn a_build_server_reads_json_even_at_a_terminal() {
        let text = typed(&Sandbox::new(), &[("CI", "1")]);
        let envelope: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(envelope["error"]["code"], "DB_FILE_MISSING");
    }
}
