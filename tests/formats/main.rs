//! Tests of every format: its syntax, the facts that it carries, and hostile input.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "only tests call these functions"
)]

mod corpus;
mod hostile;
mod human;
mod invariants;
mod names;
mod parsing;
mod problems;
mod ready;
mod round_trip;
mod samples;
#[path = "../support/snapshots.rs"]
mod snapshots;

/// The formats that can be parsed.
pub(crate) const PARSED: &[agent_error::Format] = agent_error::Format::ALL.split_at(1).1;
