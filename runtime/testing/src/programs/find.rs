//! Finds the error in the output of a program.

use super::captured::Captured;
use super::shown;
use agent_error::ErrorRecord;
use agent_error::facts::Severity;
use agent_error::format::{Stream, parse_with};
use agent_error_formats::READERS;
use serde::de::IgnoredAny;

pub(super) struct FoundError {
    pub(super) record: ErrorRecord,
    /// Whether the stream contains only the error.
    pub(super) alone: bool,
}

/// Returns the error on a stream.
///
/// If the stream contains other text, returns the first error with a code, or else the first error.
pub(super) fn on(captured: &Captured, stream: Stream) -> Option<FoundError> {
    if let Ok(text) = str::from_utf8(captured.bytes(stream))
        && let Some(record) = read(text)
    {
        return Some(FoundError {
            record,
            alone: true,
        });
    }
    let text = captured.text(stream);
    let mut errors = errors_in(&text);
    let first = errors.next()?;
    let first_coded = if first.code().is_empty() {
        errors.find(|record| !record.code().is_empty())
    } else {
        None
    };
    Some(FoundError {
        record: first_coded.unwrap_or(first),
        alone: false,
    })
}

/// Returns all errors in text that may contain other lines.
fn errors_in(text: &str) -> impl Iterator<Item = ErrorRecord> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let parsed = at_start(rest);
            let (_, later_lines) = rest.split_once('\n').unwrap_or_default();
            let Some((record, length)) = parsed else {
                rest = later_lines;
                continue;
            };
            let after_error = rest.get(length..).unwrap_or_default();
            // At most one error starts on each line.
            rest = if after_error.len() < later_lines.len() {
                after_error
            } else {
                later_lines
            };
            return Some(record);
        }
        None
    })
}

/// Parses an error at the start of the text. Returns the error and its length in bytes.
fn at_start(text: &str) -> Option<(ErrorRecord, usize)> {
    const STARTS: [&str; 9] = [
        "[error:",
        "error[",
        "warning[",
        "critical[",
        "error: ",
        "Error: ",
        "ERROR: ",
        "<tool_error",
        "<validation_error",
    ];
    let line = text.split('\n').next().unwrap_or_default();
    if text.starts_with('{') {
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
        values.next()?.ok()?;
        let length = values.byte_offset();
        return read(&text[..length]).map(|record| (record, length));
    }
    if !STARTS.iter().any(|start| line.starts_with(start)) {
        return None;
    }
    if let Some(record) = read(text) {
        return Some((record, text.len()));
    }
    let record = read(line)?;
    Some((record, line.len()))
}

/// Parses the complete text as an error.
fn read(text: &str) -> Option<ErrorRecord> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let record = match parse_with(text, READERS) {
        Ok(record) => record,
        Err(_) => shown::read(text)?,
    };
    if record.severity() == Severity::Warning {
        None
    } else {
        Some(record)
    }
}
