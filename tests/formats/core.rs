//! The tests that `tests/core` also runs, because they need no files, long inputs or linked
//! registry. They only know the formats of agent-error itself.

#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

#[path = "../support/cases.rs"]
mod cases;
mod invariants;
mod round_trip;

use agent_error::format::{ParseError, Reader};
pub(crate) use agent_error::parse;
use agent_error::{ErrorRecord, Format};
use std::borrow::Borrow;

pub(crate) const ALL: &[Format] = Format::BUILT_IN;

/// The formats that can be parsed.
pub(crate) const PARSED: &[Format] = &[Format::ENVELOPE, Format::BRIEF, Format::PROBLEM];

/// Reads an error in a format that has a reader.
pub(crate) fn read(format: impl Borrow<Format>, text: &str) -> Result<ErrorRecord, ParseError> {
    let name = format.borrow().name();
    let mut readers = Reader::BUILT_IN.iter();
    let reader = readers.find(|reader| reader.name() == name);
    reader.map_or_else(|| Err(ParseError::other_format()), |reader| reader.read(text))
}
