//! Runs the commands in `minimal.md`.

// The messages are those of Linux.
#![cfg(target_os = "linux")]

#[test]
fn commands() {
    trycmd::TestCases::new().case("tests/*.md");
}
