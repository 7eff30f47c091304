//! An agent without a model or knowledge of a domain repairs failures of real programs, with a real clock.
//!
//! It reads five members of a failure, `code`, `retryable`, `retry_after_ms`, `fix_command` and `actions`; see
//! [`failure::Failure`]. It also uses its own call, the answers of successful calls, and the descriptions of commands
//! that programs give beforehand.

// The fixes of command lines are run by `sh`.
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
