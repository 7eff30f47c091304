//! The tests that `tests/core` also runs, because they need no files, long inputs or linked registry.

#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

#[cfg(not(miri))]
mod duplicate_names;
// Long inputs would take minutes under Miri.
#[cfg(not(miri))]
mod findings;
mod golden;
#[cfg_attr(miri, allow(dead_code, reason = "only the findings use all of it"))]
mod invariants;
#[cfg(not(miri))]
mod name_collisions;
#[cfg(not(miri))]
mod problems;
mod records;
mod reused;
mod round_trip;

/// The formats that can be parsed.
pub(crate) const PARSED: &[agent_error::Format] = agent_error::Format::ALL.split_at(1).1;
