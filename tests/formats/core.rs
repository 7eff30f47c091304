//! The tests that `tests/core` also runs, because they need no files, long inputs or linked
//! registry.

#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

mod invariants;
mod round_trip;

/// The formats that can be parsed.
pub(crate) const PARSED: &[agent_error::Format] = agent_error::Format::ALL.split_at(1).1;
