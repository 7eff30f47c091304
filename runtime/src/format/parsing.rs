//! Parses errors in the formats of this crate, and JSON of other programs.

pub(super) mod brief;
pub(super) mod json;
mod members;

#[cfg(feature = "http")]
pub(crate) use json::{document, mark_commands, parse_failure};
#[cfg(feature = "http")]
pub(crate) use members::list_of_strings;
