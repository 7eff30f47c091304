//! Runs the commands in `errfmt.md`.

// The commands need `sh`, `ln` and `/proc`.
#![cfg(target_os = "linux")]

use agent_error_testing::{Lock, Tool};

#[test]
fn errfmt() {
    trycmd::TestCases::new().case("tests/errfmt.md");
}

#[test]
fn codes_match_the_lock_file() {
    let run = Tool::new(env!("CARGO_BIN_EXE_filetools"))
        .args(["errors", "catalog"])
        .run();
    Lock::new("errors.lock.json").document(run.stdout()).check();
}
