//! Runs the commands in `search.md`.

// The messages are those of Linux.
#![cfg(target_os = "linux")]

#[test]
fn search() {
    trycmd::TestCases::new().case("tests/search.md");
}
