//! Every format: what it looks like, what it carries, and what no input can do to it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what the tests share are tests, too")]

mod corpus;
mod findings;
mod foreign;
mod golden;
mod hostile;
mod human;
mod invariants;
mod names;
mod parsing;
mod problems;
mod ready;
mod records;
mod reused;
mod round_trip;
mod strict_json;
mod translated;
mod unchanged;
