//! Parses errors in every format but `Human`.

mod brief;
mod json;
mod members;
mod tagged;
mod xml;

#[cfg(feature = "http")]
pub(crate) use json::{document, mark_commands, parse_failure};
pub use xml::unescape as xml_unescaped;

use super::Format;
use super::tagged::START;
use crate::error::record::ErrorRecord;
use crate::text::redact_text::without_secrets;
use crate::text::sanitize::clean;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// Parses an error in any format except `Human`, or a serialized [`ErrorRecord`].
///
/// The whole text has to be one error. If a program writes several documents, such as NDJSON, pass
/// the last line.
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
/// Only trust a parsed fix as much as the author of the text. In JSON that is neither an envelope
/// nor contains `retryable`, a fix and actions become the context values `server_fix` and
/// `server_actions`. To accept advice from any program, call [`Format::parse`]. The
/// [guide](crate::_guide::security#responses-from-other-programs) says more.
///
/// # Errors
///
/// Returns a [`ParseError`] if the format is unknown, or if the text is malformed.
pub fn parse(text: &str) -> Result<ErrorRecord, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let start = text.trim_start();
    if start.starts_with(START) {
        // Unlike this function, errfmt keeps the carriage returns.
        return tagged::parse(&start.replace("\r\n", "\n"));
    }
    let list = start.strip_prefix('[').map(str::trim_start);
    if start.starts_with('{') || list.is_some_and(|list| list.starts_with('{')) {
        return json::parse(text);
    }
    if brief::looks_brief(start) {
        return brief::parse(start);
    }
    // XML in the middle of a line may be quoted in other text.
    let is_xml =
        |line: &str| line.starts_with("<tool_error") || line.starts_with("<validation_error");
    match start.lines().any(is_xml) {
        true => xml::parse(text),
        false => Err(ParseError::unknown(text)),
    }
}

impl Format {
    /// Parses an error in this format. Accepts a fix and actions from any program; see
    /// [`parse`](crate::parse#trust). `Human` can't be parsed.
    ///
    /// # Errors
    ///
    /// Returns a [`ParseError`] with the reason if the text isn't in this format.
    pub fn parse(self, text: &str) -> Result<ErrorRecord, ParseError> {
        match self {
            Self::Human => Err(ParseError::unknown(text)),
            Self::Envelope | Self::Nested | Self::Flat | Self::Problem => {
                json::parse_as(self, text)
            }
            Self::Xml => xml::parse(text),
            Self::Tagged => tagged::parse(text),
            Self::Brief => brief::parse(text),
        }
    }
}

/// The error returned if a string can't be parsed.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered, exit = exit::sysexits::DATAERR)]
#[non_exhaustive]
pub enum ParseError {
    /// The text is in none of the formats.
    #[code(
        "ERROR_FORMAT_UNKNOWN",
        shared,
        phase = validation,
        suggest = "Pass one error in one of the formats json, nested, flat, problem, xml, tagged or brief, or a JSON \
            object with a message or a code"
    )]
    UnknownFormat {
        /// The beginning of the text.
        excerpt: String,
    },
    /// The text looks like a format, but breaks its rules.
    #[code(
        "ERROR_TEXT_MALFORMED",
        shared,
        phase = validation,
        suggest = "Correct the text, or name the format that it is really in"
    )]
    Malformed {
        /// The expected format; `None` for JSON that ends before it shows one.
        format: Option<Format>,
        /// The mistake. For invalid JSON, includes its line and column.
        reason: String,
    },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFormat { .. } => f.write_str("the text is in no known error format"),
            Self::Malformed {
                format: Some(format),
                reason,
            } => {
                write!(f, "not an error in the format {format}: {reason}")
            }
            Self::Malformed {
                format: None,
                reason,
            } => write!(f, "not valid JSON: {reason}"),
        }
    }
}

impl std::error::Error for ParseError {}

impl ParseError {
    fn unknown(text: &str) -> Self {
        const LONGEST: usize = 40;
        // The text is untrusted. Redact more than the excerpt, because half a secret wouldn't be
        // found.
        let begin: String = text.chars().take(4 * LONGEST).collect();
        let excerpt: String = without_secrets(&begin).chars().take(LONGEST).collect();
        Self::UnknownFormat {
            excerpt: clean(&excerpt),
        }
    }

    fn malformed(format: impl Into<Option<Format>>, reason: impl fmt::Display) -> Self {
        Self::Malformed {
            format: format.into(),
            reason: reason.to_string(),
        }
    }
}
