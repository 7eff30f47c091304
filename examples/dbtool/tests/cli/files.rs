//! Tests of files that can't be read.

use crate::tool::{Expected, Sandbox, envelope};
use crate::{ITEMS, filled, with_file};
use serde_json::json;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Output};

#[test]
fn a_missing_path_is_reported() {
    let sandbox = filled();
    for arguments in [["process", "no.such"], ["validate", "no.such"], ["sync", "no.such"]] {
        sandbox.fails(
            &arguments,
            &Expected {
                code: "FILE_PATH_NOT_FOUND",
                exit: 5,
                message: "file no.such does not exist".into(),
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
            message: "file items.csv/x does not exist".into(),
            suggestion: "Check the path",
            context: json!({"path": "items.csv/x"}),
            ..Expected::default()
        },
    );
}

#[test]
fn a_misspelled_path_is_reported_with_similar_files() {
    let output = filled().run(&["validate", "itms.csv"]);
    let error = &crate::tool::envelope(&output)["error"];
    assert_eq!((&error["code"], &error["context"]["nearest"]), (&json!("FILE_PATH_NOT_FOUND"), &json!(["items.csv"])));
}

#[test]
fn a_path_that_is_not_unicode_is_shown_lossily() {
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
fn a_directory_is_not_a_file() {
    let sandbox = filled();
    for arguments in [["process", "."], ["validate", "."], ["sync", "."]] {
        sandbox.fails(
            &arguments,
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

#[cfg(target_os = "linux")]
#[test]
fn an_unreadable_file_is_reported_with_the_cause() {
    // Address 0 isn't mapped in any process, so reading this file fails.
    let path = "/proc/self/mem";
    let sandbox = Sandbox::new();
    for command in ["validate", "process"] {
        sandbox.fails(
            &[command, path],
            &Expected {
                code: "FILE_READ_FAILED",
                exit: 74,
                message: format!("cannot read {path}: Input/output error (os error 5)"),
                suggestion: "Check the disk that /proc/self/mem is on",
                context: json!({"path": path}),
                ..Expected::default()
            },
        );
    }
}

#[test]
fn access_to_another_users_file_is_denied() {
    let sandbox = with_file("in.csv", ITEMS);
    protect(&sandbox, "in.csv", 0o000);
    let output = unprivileged(&sandbox, &["process", "in.csv"]);
    sandbox.failed(
        &output,
        &Expected {
            code: "FILE_ACCESS_DENIED",
            exit: 7,
            message: "cannot open in.csv: permission denied".into(),
            suggestion: "Ask the owner of in.csv",
            context: json!({"path": "in.csv"}),
            ..Expected::default()
        },
    );
}

#[test]
fn another_users_database_is_read_only() {
    let sandbox = with_file("in.csv", ITEMS);
    protect(&sandbox, "dbtool.db", 0o444);
    let status = unprivileged(&sandbox, &["status"]);
    assert_eq!(envelope(&status)["data"]["items"], 0);
    let output = unprivileged(&sandbox, &["process", "in.csv"]);
    sandbox.failed(
        &output,
        &Expected {
            code: "DB_FILE_READONLY",
            exit: 7,
            message: "cannot write to dbtool.db: permission denied".into(),
            suggestion: "Ask the owner of dbtool.db",
            context: json!({"path": "dbtool.db"}),
            ..Expected::default()
        },
    );
}

fn protect(sandbox: &Sandbox, name: &str, mode: u32) {
    std::fs::set_permissions(sandbox.path(name), std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Runs dbtool as a user to whom file permissions apply. They don't apply to root, so root runs a world-readable copy
/// of dbtool as an unprivileged user.
fn unprivileged(sandbox: &Sandbox, arguments: &[&str]) -> Output {
    const UNPRIVILEGED: u32 = 65_534;
    if std::fs::metadata(sandbox.path(".")).unwrap().uid() != 0 {
        return sandbox.run(arguments);
    }
    protect(sandbox, ".", 0o755);
    // Copy the file in another process. Otherwise, a test that forks at the same time would inherit a write handle to
    // the copy, and the kernel would refuse to run it (`ETXTBSY`).
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_dbtool")).arg(sandbox.path("dbtool")).status();
    assert!(copied.unwrap().success());
    let mut command = Command::new(sandbox.path("dbtool"));
    command.args(arguments).current_dir(sandbox.path(".")).env_clear().uid(UNPRIVILEGED).gid(UNPRIVILEGED);
    command.output().unwrap()
}
