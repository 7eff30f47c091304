//! Runs the commands in `errfmt.md`.

// The commands need `sh`, `ln` and `/proc`.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

#[path = "cli/interruption.rs"]
mod interruption;

#[test]
fn errfmt() {
    trycmd::TestCases::new().case("tests/errfmt.md");
}
