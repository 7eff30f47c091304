//! Compiles invalid and valid uses of the macros with `trybuild`.
//!
//! Each file in `fail` collects the mistakes of one topic. Its `.stderr` file contains the expected messages.
//! `cargo overwrite` rewrites them; review the difference before you commit it.
//!
//! To run a single file, use `cargo test -p agent-error-tests-ui -- mistakes trybuild=NAME`. On its own,
//! `duplicate_in_generic.rs` compiles, because `trybuild` only generates code if a valid program is in the same run.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::env;
use std::process::Command;
use trybuild::TestCases;

/// Turns off debug information, so that the libraries take less time and space. `trybuild` has no setting for this.
const DEBUG: &str = "CARGO_PROFILE_DEV_DEBUG";

#[test]
fn mistakes_are_reported_and_valid_uses_run() {
    if env::var_os(DEBUG).is_none() {
        let mut this = Command::new(env::current_exe().unwrap());
        let status = this.args(env::args_os().skip(1)).env(DEBUG, "none").status().unwrap();
        assert!(status.success(), "{status}");
        return;
    }
    let cases = TestCases::new();
    cases.compile_fail("fail/*.rs");
    cases.pass("pass/*.rs");
}
