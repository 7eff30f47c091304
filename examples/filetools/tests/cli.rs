//! Runs the commands in `errfmt.md`.

// The commands need `sh`, `ln` and `/proc`.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

#[path = "cli/interruption.rs"]
mod interruption;
#[path = "../../lengths.rs"]
mod lengths;
#[path = "cli/statements.rs"]
mod statements;

#[test]
fn errfmt() {
    trycmd::TestCases::new().env("RUST_BACKTRACE", "0").case("tests/errfmt.md");
}

#[test]
fn errors_are_nearly_as_short_as_sentences() {
    lengths::check(env!("CARGO_BIN_EXE_filetools"), "tests/lengths.txt", "tests/errfmt.in");
}
