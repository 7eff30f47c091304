//! Tests of every format: its syntax, the facts that it carries, and hostile input.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "only tests call these functions"
)]

mod by_hand;
#[path = "../support/cases.rs"]
mod cases;
mod corpus;
mod hostile;
mod human;
mod invariants;
mod line_breaks;
mod names;
mod parsing;
mod problems;
mod ready;
mod responses;
mod round_trip;
mod samples;
#[path = "../support/snapshots.rs"]
mod snapshots;
mod zero;

use agent_error::Format;
pub(crate) use agent_error_formats::ALL;
pub(crate) use agent_error_tests::{parse, read};

/// The formats that can be parsed.
pub(crate) const PARSED: &[Format] = &[
    Format::ENVELOPE,
    Format::BRIEF,
    Format::PROBLEM,
    agent_error_formats::NESTED,
    agent_error_formats::FLAT,
    agent_error_formats::XML,
    agent_error_formats::TAGGED,
];
