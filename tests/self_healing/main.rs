//! Tests that a simple agent can recover from failures of real programs. The agent uses no language model, has no
//! domain knowledge, and runs against a real clock.
//!
//! The agent reads five members of a failure: `code`, `retryable`, `retry_after_ms`, `fix_command` and `actions`; see
//! [`failure::Failure`]. It also uses its own call, the results of successful calls, and the descriptions of commands
//! that programs provide in advance.

// Fixes are command lines, which `sh` runs.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

mod agent;
mod call;
mod cloud;
mod command_line;
mod database;
mod failure;
mod gives_up;
mod guide;
mod host;
mod ignorance;
mod knowledge;
#[path = "../support/programs.rs"]
mod programs;
mod refresh;
mod repairs;
mod server;
mod shell;
mod tools;
mod trace;
