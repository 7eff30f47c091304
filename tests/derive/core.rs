//! The part of these tests that `tests/core` also runs: without the linked registry and other libraries.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics, in its functions too")]

mod context;
mod envelope;
mod facts;
mod optional;
mod retry_after;
mod shared;
// It runs a shell.
#[cfg(not(miri))]
mod templates;

use shared::{context, def, error_object};
