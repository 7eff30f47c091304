//! Runs the sessions in `dbtool.md`, and follows fixes. To update the sessions, run
//! `cargo overwrite -p dbtool`.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use agent_error_testing::{Lock, Tool};

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
