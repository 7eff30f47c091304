//! Parses errors in every format but `Human`.

mod brief;
mod error;
mod json;
mod members;
mod tagged;
mod xml;

pub use error::ParseError;
#[cfg(feature = "http")]
pub(crate) use json::{document, mark_commands, parse_failure};
pub use xml::unescape as xml_unescaped;

use super::Format;
use super::tagged::START;
use crate::error::record::ErrorRecord;

/// Parses an error in any format, or a serialized [`ErrorRecord`].
///
/// The whole text has to be one error. If a program writes several documents, such as NDJSON, pass the last line.
///
/// ```
/// use agent_error::{AgentError, Format, parse};
///
/// let record = parse("[error:FILE_STALE] the file changed\nhint: read it again")?;
/// assert_eq!(record.code(), "FILE_STALE");
/// assert_eq!(record.suggestion().as_deref(), Some("read it again"));
/// assert_eq!(parse("{}").unwrap_err().code(), "ERROR_FORMAT_UNKNOWN");
/// # Ok::<(), agent_error::format::ParseError>(())
/// ```
///
/// # Trust
///
/// Only trust a parsed fix as much as the author of the text. If another program wrote the text, redact it with
/// [`ErrorRecord::without_secrets`].
///
/// A fix and actions in JSON from other programs become the context values `server_fix` and `server_actions`. This
/// function assumes that JSON comes from this crate if it's an envelope, or if it contains `retryable`. To accept
/// advice from any program, call [`Format::parse`].
///
/// # Errors
///
/// Returns a [`ParseError`] if the format is unknown, or if the text is malformed.
pub fn parse(text: &str) -> Result<ErrorRecord, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let start = text.trim_start();
    if start.starts_with(START) {
        return tagged::parse(start);
    }
    let list = start.strip_prefix('[').map(str::trim_start);
    if start.starts_with('{') || list.is_some_and(|list| list.starts_with('{')) {
        return json::parse(text);
    }
    if brief::looks_brief(start) {
        return brief::parse(start);
    }
    // XML in the middle of a line may be quoted in other text.
    let is_xml = |line: &str| line.starts_with("<tool_error") || line.starts_with("<validation_error");
    match start.lines().any(is_xml) {
        true => xml::parse(text),
        false => Err(ParseError::unknown(text)),
    }
}

impl Format {
    /// Parses an error in this format. Accepts a fix and actions from any program; see [`parse`](crate::parse#trust).
    /// `Human` can't be parsed.
    ///
    /// # Errors
    ///
    /// Returns a [`ParseError`] with the reason if the text isn't in this format.
    pub fn parse(self, text: &str) -> Result<ErrorRecord, ParseError> {
        match self {
            Self::Human => Err(ParseError::unknown(text)),
            Self::Envelope | Self::Nested | Self::Flat | Self::Problem => json::parse_as(self, text),
            Self::Xml => xml::parse(text),
            Self::Tagged => tagged::parse(text),
            Self::Brief => brief::parse(text),
        }
    }
}
