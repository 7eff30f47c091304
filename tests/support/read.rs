//! Reads errors in any format that has a reader.

use agent_error::format::{ParseError, Reader, parse_with};
use agent_error::{ErrorRecord, Format};
use std::borrow::Borrow;

/// Reads an error in a format that has a reader.
///
/// # Errors
///
/// Returns an error if the format has no reader, or if the text isn't in the format.
pub fn read(format: impl Borrow<Format>, text: &str) -> Result<ErrorRecord, ParseError> {
    let name = format.borrow().name();
    let reader = agent_error_formats::READERS
        .iter()
        .find(|reader| reader.name() == name);
    reader.map_or_else(
        || Err(ParseError::other_format()),
        |reader| Reader::read(reader, text),
    )
}

/// Reads an error in any format, including those of `agent-error-formats`.
///
/// # Errors
///
/// Returns an error if the text is in none of the formats.
pub fn parse(text: &str) -> Result<ErrorRecord, ParseError> {
    parse_with(text, agent_error_formats::READERS)
}
