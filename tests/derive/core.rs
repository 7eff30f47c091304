//! The tests that `tests/core` also runs, because they need neither the linked registry nor other libraries.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics, in its functions too")]

mod context;
mod envelope;
mod facts;
mod optional;
mod retry_after;
mod shared;
// These tests run a shell, which Miri doesn't support.
#[cfg(not(miri))]
mod templates;

use shared::{context, def, error_object};
