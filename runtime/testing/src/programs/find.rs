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
    let whole = str::from_utf8(captured.bytes(stream)).ok().and_then(read);
    whole
        .map(|record| FoundError {
            record,
            alone: true,
        })
        .or_else(|| {
            let text = captured.text(stream);
            let mut parts = parts(&text);
            let first = parts.next()?;
            let coded = if first.code().is_empty() {
                parts.find(|record| !record.code().is_empty())
            } else {
                None
            };
            Some(FoundError {
                record: coded.unwrap_or(first),
                alone: false,
            })
        })
}

/// Returns all errors in text that may contain other lines.
fn parts(text: &str) -> impl Iterator<Item = ErrorRecord> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let from = rest;
            rest = from.split_once('\n').map_or("", |(_, rest)| rest);
            if let Some((record, length)) = at_start(from) {
                let after = from.get(length..).unwrap_or_default();
                rest = if after.len() < rest.len() {
                    after
                } else {
                    rest
                };
                return Some(record);
            }
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
    let whole = || read(text).map(|record| (record, text.len()));
    whole().or_else(|| read(line).map(|record| (record, line.len())))
}

/// Parses the complete text as an error.
fn read(text: &str) -> Option<ErrorRecord> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    parse_with(text, READERS)
        .ok()
        .or_else(|| shown::read(text))
        .filter(|record| record.severity() != Severity::Warning)
}
