//! The error of text that can't be parsed.

use crate::text::redact_text::without_secrets;
use crate::text::sanitize::clean;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::error::Error;
use std::fmt;

/// The error returned if a string can't be parsed as an error.
///
/// ```
/// use agent_error::{AgentError, parse};
///
/// let error = parse("all is well").unwrap_err();
/// assert_eq!(error.code(), "ERROR_FORMAT_UNKNOWN");
///
/// let error = parse(r#"{"error": {"code": "DB_LOC"#).unwrap_err();
/// assert_eq!(error.code(), "ERROR_TEXT_MALFORMED");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(transparent)]
pub struct ParseError(Reason);

#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered, exit = exit::sysexits::DATAERR)]
enum Reason {
    /// The text is in none of the formats.
    #[code(
        "ERROR_FORMAT_UNKNOWN",
        shared,
        phase = validation,
        suggest = "Pass one error in one of the formats json, brief or problem, or a JSON object with a message or \
            a code. For other formats, pass their readers to `parse_with`"
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
        format: Option<&'static str>,
        /// The mistake. For invalid JSON, includes its line and column.
        reason: String,
    },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Error for ParseError {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFormat { .. } => f.write_str("the text is in no known error format"),
            Self::Malformed {
                format: Some(format),
                reason,
            } => write!(f, "not an error in the format {format}: {reason}"),
            Self::Malformed {
                format: None,
                reason,
            } => f.write_str(reason),
        }
    }
}

impl Error for Reason {}

impl ParseError {
    /// Creates the error for text in another format. [`parse_with`](crate::format::parse_with) then
    /// tries the next reader.
    pub fn other_format() -> Self {
        Self(Reason::UnknownFormat {
            excerpt: String::new(),
        })
    }

    /// Creates the error for text that breaks the rules of its format. The message is the reason.
    pub fn malformed(reason: impl Into<String>) -> Self {
        Self(Reason::Malformed {
            format: None,
            reason: reason.into(),
        })
    }

    /// Creates the error for text that's in none of the formats.
    pub(crate) fn unknown(text: &str) -> Self {
        const LONGEST: usize = 40;
        // The text is untrusted. Redact more than the excerpt, because half a secret wouldn't be
        // found.
        let beginning: String = text.chars().take(4 * LONGEST).collect();
        let redacted = without_secrets(&beginning);
        let excerpt: String = redacted.chars().take(LONGEST).collect();
        Self(Reason::UnknownFormat {
            excerpt: clean(&excerpt),
        })
    }

    pub(crate) fn malformed_in(format: &'static str, reason: impl fmt::Display) -> Self {
        Self(Reason::Malformed {
            format: Some(format),
            reason: reason.to_string(),
        })
    }

    pub(crate) fn is_other_format(&self) -> bool {
        matches!(self.0, Reason::UnknownFormat { .. })
    }
}
