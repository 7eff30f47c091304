//! Runs the sessions in `dbtool.md`, and follows fixes. To update the sessions, run
//! `cargo overwrite -p dbtool`.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use agent_error_testing::{Lock, Tool};
use serde_json::json;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

const DBTOOL: &str = env!("CARGO_BIN_EXE_dbtool");

#[test]
fn the_sessions_show_the_real_output() {
    trycmd::TestCases::new().case("tests/*.md");
}

#[test]
fn codes_match_the_lock_file() {
    let run = Tool::new(DBTOOL).args(["errors", "catalog"]).run();
    Lock::new("errors.lock.json").document(run.stdout()).check();
}

#[test]
fn the_fix_for_a_missing_database_creates_it() {
    let folder = tempfile::tempdir().unwrap();
    let status = Tool::new(DBTOOL)
        .args(["status", "--db", "o'neill's data.db"])
        .current_dir(folder.path());
    status.fails("DB_FILE_MISSING").follow_fix();
}

#[test]
fn paths_that_are_not_utf8_are_shown_with_replacement_characters() {
    let folder = tempfile::tempdir().unwrap();
    for (command, data) in [
        ("init", json!({"path": "a\u{fffd}.db"})),
        ("status", json!({"path": "a\u{fffd}.db", "items": 0})),
    ] {
        let run = Tool::new(DBTOOL)
            .args([command, "--db"])
            .arg(OsStr::from_bytes(b"a\xff.db"))
            .current_dir(folder.path())
            .run();
        run.assert_exit(0);
        let envelope: serde_json::Value = serde_json::from_str(&run.stdout()).unwrap();
        assert_eq!(envelope["data"], data);
    }
}
