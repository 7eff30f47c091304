//! The errors that parsing returns.

use crate::format::Format;
use crate::text::redact_text::without_secrets;
use crate::text::sanitize::clean;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

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
            Self::Malformed { format: Some(format), reason } => {
                write!(f, "not an error in the format {format}: {reason}")
            }
            Self::Malformed { format: None, reason } => write!(f, "not valid JSON: {reason}"),
        }
    }
}

impl std::error::Error for ParseError {}

impl ParseError {
    pub(super) fn unknown(text: &str) -> Self {
        const LONGEST: usize = 40;
        // The text is untrusted, so redact it. Redact more characters than the excerpt contains. Otherwise, a secret
        // that's cut in half wouldn't be found.
        let begin: String = text.chars().take(4 * LONGEST).collect();
        let excerpt: String = without_secrets(&begin).chars().take(LONGEST).collect();
        Self::UnknownFormat { excerpt: clean(&excerpt) }
    }

    pub(super) fn malformed(format: impl Into<Option<Format>>, reason: impl fmt::Display) -> Self {
        Self::Malformed { format: format.into(), reason: reason.to_string() }
    }
}
