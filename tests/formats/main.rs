//! Tests of every format: its syntax, the facts that it carries, and hostile input.

#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

mod blank_messages;
mod blanks;
mod causes;
mod corpus;
mod duplicate_names;
mod findings;
mod foreign;
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
mod strict_json;
mod translated;
mod unchanged;
mod unique_keys;
mod unprintable;
