//! Parses errors in the formats of this crate, and JSON of other programs.

pub(super) mod brief;
mod invalid_fields;
pub(super) mod json;
mod members;
mod values;

#[cfg(feature = "http")]
pub(crate) use json::{document, mark_commands, parse_failure};
#[cfg(feature = "http")]
pub(crate) use values::list_of_strings;
