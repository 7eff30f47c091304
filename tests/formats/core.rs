//! The part of these tests that `tests/core` also runs: without files, long inputs and the linked registry.

#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

// Long inputs take Miri minutes.
#[cfg(not(miri))]
mod findings;
mod golden;
#[cfg_attr(miri, allow(dead_code, reason = "only the findings use all of it"))]
mod invariants;
#[cfg(not(miri))]
mod names;
#[cfg(not(miri))]
mod problems;
mod records;
mod reused;
mod round_trip;
mod strict_json;
