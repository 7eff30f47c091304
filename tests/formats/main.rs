//! Tests of every format: its syntax, the facts that it carries, and hostile input.

#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

mod blank_messages;
mod blanks;
mod causes;
mod corpus;
mod duplicate_names;
mod findings;
mod golden;
mod hostile;
mod human;
mod invariants;
mod name_collisions;
mod parsing;
mod problems;
mod ready;
mod records;
mod reused;
mod round_trip;
mod translated;
mod unchanged;
mod unique_keys;
mod unprintable;

/// The formats that can be parsed.
pub(crate) const PARSED: &[agent_error::Format] = agent_error::Format::ALL.split_at(1).1;
