//! Readers: the reverse of formats.

use super::parsing::{brief, json};
use crate::error::record::ErrorRecord;
pub use crate::ready::parse_error::ParseError;
use std::fmt;

/// Reads the errors of one format: a name, and a function.
///
/// A reader trusts the text: a fix and actions stay what they are. To read text of unknown origin,
/// call [`parse`]. The [guide](crate::_guide::security#responses-from-other-programs) says more.
///
/// ```
/// use agent_error::ErrorRecord;
/// use agent_error::format::{ParseError, Reader, parse_with};
///
/// const LINE: Reader = Reader::new("line", read);
///
/// fn read(text: &str) -> Result<ErrorRecord, ParseError> {
///     let (code, message) = text.split_once('\t').ok_or_else(ParseError::other_format)?;
///     Ok(ErrorRecord::parsed(code, message))
/// }
///
/// let record = parse_with("DB_LOCKED\tthe database is locked", &[LINE])?;
/// assert_eq!(record.code(), "DB_LOCKED");
/// # Ok::<(), ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Reader {
    name: &'static str,
    read: fn(&str) -> Result<ErrorRecord, ParseError>,
    /// Whether a text whose format isn't known may be in this one. `read` is for texts that are
    /// said to be in the format, and accepts more.
    detect: fn(&str) -> bool,
}

impl Reader {
    /// Reads [`Format::ENVELOPE`](crate::Format::ENVELOPE).
    pub const ENVELOPE: Self = Self::new("json", json::read_envelope);

    /// Reads [`Format::BRIEF`](crate::Format::BRIEF).
    pub const BRIEF: Self = Self::new("brief", brief::read).detected_by(brief::looks_brief);

    /// Reads [`Format::PROBLEM`](crate::Format::PROBLEM), and problem details of other servers.
    pub const PROBLEM: Self =
        Self::new("problem", json::read_problem).detected_by(json::looks_like_problem);

    /// All readers of this crate.
    pub const BUILT_IN: &'static [Self] = &[Self::ENVELOPE, Self::BRIEF, Self::PROBLEM];

    /// Creates a reader. If the text is in another format, `read` returns
    /// [`ParseError::other_format`]. Start the record with [`ErrorRecord::parsed`], whose facts are
    /// unknown.
    pub const fn new(
        name: &'static str,
        read: fn(&str) -> Result<ErrorRecord, ParseError>,
    ) -> Self {
        Self {
            name,
            read,
            detect: |_| true,
        }
    }

    /// Adds a test for [`parse_with`], which doesn't know the format of a text. It should be
    /// stricter than `read`, which may assume that the text is in the format.
    #[must_use]
    pub const fn detected_by(self, detect: fn(&str) -> bool) -> Self {
        Self { detect, ..self }
    }

    /// Returns the name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Reads an error, and trusts its advice.
    ///
    /// # Errors
    ///
    /// Returns a [`ParseError`] if the text is in another format, or malformed.
    pub fn read(&self, text: &str) -> Result<ErrorRecord, ParseError> {
        (self.read)(text)
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reader({})", self.name)
    }
}

/// Parses an error in a format of this crate, a serialized [`ErrorRecord`], or another JSON object
/// with a message or a code.
///
/// The whole text has to be one error. If a program writes several documents, such as NDJSON, pass
/// the last line. [`parse_with`] also reads other formats.
///
/// ```
/// use agent_error::parse;
///
/// let record = parse("error FILE_STALE: the file changed\nhelp: read it again")?;
/// assert_eq!(record.code(), "FILE_STALE");
/// assert_eq!(record.suggestion(), Some("read it again"));
/// # Ok::<(), agent_error::format::ParseError>(())
/// ```
///
/// # Trust
///
/// Only trust a parsed fix as much as the author of the text. In JSON that is neither an envelope
/// nor contains `retryable`, a fix and actions become the context values `server_fix` and
/// `server_actions`. To accept advice from any program, call [`Reader::read`]. The
/// [guide](crate::_guide::security#responses-from-other-programs) says more.
///
/// # Errors
///
/// Returns a [`ParseError`] if the format is unknown, or if the text is malformed.
pub fn parse(text: &str) -> Result<ErrorRecord, ParseError> {
    parse_with(text, Reader::BUILT_IN)
}

/// Parses an error with the first of these readers that succeeds, and trusts it as
/// [`Reader::read`] does. If none succeeds, reads other JSON objects as [`parse`] does.
///
/// # Errors
///
/// Returns a [`ParseError`] if no reader succeeds. It's the error of the first reader that
/// recognized its format.
pub fn parse_with(text: &str, readers: &[Reader]) -> Result<ErrorRecord, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
    let mut first_failure = None;
    for reader in readers.iter().filter(|reader| (reader.detect)(text)) {
        match reader.read(text) {
            Ok(record) => return Ok(record),
            Err(error) if error.is_other_format() => {}
            Err(error) => first_failure = first_failure.or(Some(error)),
        }
    }
    json::read_other(text).map_err(|error| first_failure.unwrap_or(error))
}
