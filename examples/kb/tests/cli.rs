//! Runs the commands in `pyrite.md`, and calls the MCP server with a real client.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "only tests call these functions"
)]

#[path = "cli/advice.rs"]
mod advice;
#[path = "../../../tests/support/mcp_table.rs"]
mod mcp_table;

use agent_error_testing::{Lock, Tool};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

#[test]
fn pyrite() {
    trycmd::TestCases::new().case("tests/pyrite.md");
}

#[test]
fn codes_match_the_lock_file() {
    let run = Tool::new(env!("CARGO_BIN_EXE_kb"))
        .args(["errors", "catalog"])
        .run();
    Lock::new("errors.lock.json").document(run.stdout()).check();
}

/// The tests with the official SDKs of other languages use the same table.
#[test]
fn every_tool_matches_the_table_of_all_sdks() {
    mcp_table::assert_answers(env!("CARGO_BIN_EXE_kb"), 18);
}

#[test]
fn a_path_that_is_not_utf8_is_shown_with_replacement_characters() {
    let folder = tempfile::tempdir().unwrap();
    let path = OsStr::from_bytes(b"a\xff.json");
    let run = Tool::new(env!("CARGO_BIN_EXE_kb"))
        .args(["--format", "json", "init", "--db"])
        .arg(path)
        .current_dir(folder.path())
        .run();
    run.assert_exit(0);
    assert_eq!(run.stdout(), "{\"path\":\"a\u{fffd}.json\"}\n");
    assert!(folder.path().join(path).exists());
}
