//! The crate `agent-error-testing`: output that its asserts accept and reject, with real programs.

// Scripts, signals and process groups are Unix.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

mod advice;
mod asserts;
#[path = "../support/def.rs"]
mod def;
mod proof_templates;
mod proofs;
mod proofs_faked;
mod proofs_file;
mod rubric;
mod runs;
mod schema;

use agent_error_testing::Tool;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A program that answers correctly.
fn answers(mode: &str) -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_answers")).arg(mode)
}

/// A program that fails in many ways.
fn misbehaves(mode: &str) -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_misbehaves")).arg(mode)
}

fn sh(script: &str) -> Tool {
    Tool::new("sh").args(["-c", script])
}

/// The message of an assert that must fail.
#[track_caller]
fn refused(assert: impl FnOnce()) -> String {
    let payload = match catch_unwind(AssertUnwindSafe(assert)) {
        Ok(()) => panic!("the assert passes"),
        Err(payload) => payload,
    };
    *payload.downcast::<String>().unwrap()
}
