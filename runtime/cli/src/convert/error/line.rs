//! Errors in individual lines.

use agent_error::format::ParseError;
use agent_error::{AgentError, exit};

/// A line was skipped. The remaining lines are still converted.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(
    domain = "LINE",
    exit = exit::sysexits::DATAERR
)]
pub(crate) enum LineError {
    /// The line contains no error in the expected format.
    #[error("skipped line {line}: it contains no error")]
    #[code("LINE_NOT_AN_ERROR", phase = validation, suggest = "{advice}")]
    NotAnError {
        /// The line number, starting at 1.
        line: usize,
        /// The column in characters, starting at 1, if the format is known.
        column: Option<usize>,
        /// Correct the line, or pass its format.
        #[context(skip)]
        advice: String,
        source: ParseError,
    },

    /// The line isn't valid UTF-8.
    #[error("skipped line {line}: invalid UTF-8 at byte {offset} of the input")]
    #[code("LINE_TEXT_INVALID", phase = validation, suggest = "Convert the input to UTF-8, or remove the invalid byte")]
    Text {
        /// The line number, starting at 1.
        line: usize,
        /// The byte offset of the first invalid byte in the input.
        offset: usize,
        source: std::str::Utf8Error,
    },
}

impl LineError {
    /// Creates the error for a line. Corrects the line number in `source`, which is always 1 because each line is
    /// parsed separately.
    pub(crate) fn new(number: usize, mut source: ParseError) -> Self {
        let mut place = None;
        if let ParseError::Malformed { line, column, .. } = &mut source {
            *line = number;
            place = Some(*column);
        }
        let advice = source.suggestion().unwrap_or_default();
        Self::NotAnError { line: number, column: place, advice, source }
    }
}
