//! Errors of single lines.

use agent_error::format::ParseError;
use agent_error::{AgentError, exit};

/// A line was skipped. The other lines are converted.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(
    domain = "LINE",
    exit = exit::sysexits::DATAERR
)]
pub(crate) enum LineError {
    /// The line holds no error in a known format, or in the one that was asked for.
    #[error("line {line} was skipped: it contains no error")]
    #[code("LINE_NOT_AN_ERROR", phase = validation, suggest = "{advice}")]
    NotAnError {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1, if the format is known.
        column: Option<usize>,
        /// Correct the line, or name its format.
        #[context(skip)]
        advice: String,
        source: ParseError,
    },

    /// The line is not UTF-8 text.
    #[error("line {line} was skipped: byte {offset} of the input is not UTF-8")]
    #[code("LINE_TEXT_INVALID", phase = validation, suggest = "Convert the input to UTF-8 first, or remove the byte")]
    Text {
        /// The line, from 1.
        line: usize,
        /// The number of valid UTF-8 bytes before the first invalid one.
        offset: usize,
        source: std::str::Utf8Error,
    },
}

impl LineError {
    /// The mistake in a line, given as line 1 of the text that was read.
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
