//! Tests of `agent-error-testing` with real programs: output that its assertions accept or reject.

// The tests need shell scripts, signals and process groups, which are Unix features.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "only tests call these functions"
)]

mod advice;
mod asserts;
#[path = "../support/envelopes.rs"]
mod envelopes;
mod failures;
mod runs;
mod schema;
#[path = "../support/snapshots.rs"]
mod snapshots;

use agent_error_testing::Tool;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns a program that behaves correctly.
fn answers(mode: &str) -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_answers")).arg(mode)
}

/// Returns a program that misbehaves in the given way.
fn misbehaves(mode: &str) -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_misbehaves")).arg(mode)
}

fn sh(script: &str) -> Tool {
    Tool::new("sh").args(["-c", script])
}

/// Returns the message of an assertion that must fail.
#[track_caller]
fn refused<T>(assert: impl FnOnce() -> T) -> String {
    let Err(payload) = catch_unwind(AssertUnwindSafe(assert)) else {
        panic!("the assertion passes")
    };
    *payload.downcast::<String>().unwrap()
}
