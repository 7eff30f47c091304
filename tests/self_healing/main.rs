//! An agent without a model, which knows nothing of any domain, repairs what goes wrong: real programs, a real clock.
//!
//! Of a failure it reads five members, `code`, `retryable`, `retry_after_ms`, `fix_command` and `actions`: see
//! [`failure::Failure`]. Beside them it uses its own call, what successful calls answer, and what programs say about
//! their commands before anything has failed.

// The fixes of command lines are run by `sh`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "what the tests share are tests, too")]

mod agent;
mod call;
mod cloud;
mod command_line;
mod database;
#[path = "../support/examples.rs"]
mod examples;
mod failure;
mod gives_up;
mod guide;
mod host;
mod ignorance;
mod knowledge;
mod refresh;
mod repairs;
mod server;
mod shell;
mod tools;
mod trace;
