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
        suggest = "Correct the text at line {line}, column {column}, or name the format that it is really in"
    )]
    Malformed {
        /// The expected format; `None` for JSON that ends before it shows one.
        format: Option<Format>,
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// The mistake at this place.
        reason: String,
    },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFormat { .. } => f.write_str("the text is in no known error format"),
            Self::Malformed { format, line, column, reason } => {
                match format {
                    Some(format) => write!(f, "not an error in the format {format}")?,
                    None => f.write_str("not valid JSON")?,
                }
                write!(f, ": {reason} at line {line}, column {column}")
            }
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

    pub(super) fn malformed(format: Format, text: &str, offset: usize, reason: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self::Malformed {
            format: Some(format),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            reason: reason.into(),
        }
    }

    pub(super) fn json(format: Option<Format>, text: &str, error: &serde_json::Error) -> Self {
        let message = error.to_string();
        let position = format!(" at line {} column {}", error.line(), error.column());
        let reason = message.strip_suffix(&position).unwrap_or(&message).to_owned();
        // serde_json counts bytes, including the byte at the error.
        let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
        let bytes = line.as_bytes().get(..error.column()).unwrap_or(line.as_bytes());
        let column = String::from_utf8_lossy(bytes).chars().count();
        Self::Malformed { format, line: error.line(), column, reason }
    }
}
