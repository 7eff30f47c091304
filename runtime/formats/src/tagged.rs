//! `TAGGED`: `[error:CODE] summary`, `hint: …`, an empty line and a body. The format comes from
//! errfmt.
//!
//! The code, the summary and the hint are a single line each. None of them can forge a hint or a code:
//! line breaks become spaces, and a `]` in the code becomes an underscore. The body is free text.

use crate::text::{one_line, sentences_on_one_line};
use agent_error::ErrorRecord;
#[cfg(feature = "parse")]
use agent_error::format::ParseError;
use agent_error::format::Style;

const START: &str = "[error:";
const HINT: &str = "hint: ";

pub(crate) fn write(record: &ErrorRecord, _: &Style<'_>) -> String {
    let code = one_line(record.code()).replace(']', "_");
    let mut text = format!("{START}{code}] {}", one_line(record.message()));
    if let Some(advice) = record.advice() {
        text.push('\n');
        text.push_str(HINT);
        // Line breaks of the suggestion become spaces, as errfmt does it.
        let suggestion = record.suggestion().unwrap_or_default();
        let advice = advice.replacen(suggestion, &one_line(suggestion), 1);
        text.push_str(&sentences_on_one_line(&advice));
    }
    let body = match record.body() {
        Some(body) if !body.is_empty() => body.to_owned(),
        _ => record.explanation().unwrap_or_default(),
    };
    if !body.is_empty() {
        text.push_str("\n\n");
        text.push_str(&body);
    }
    text
}

/// Reads text as leniently as errfmt does. The code ends at the first `]`. A hint starts with
/// `hint: `. Drops an empty line before the body.
#[cfg(feature = "parse")]
pub(crate) fn read(text: &str) -> Result<ErrorRecord, ParseError> {
    let Some(tagged) = text.strip_prefix(START) else {
        return Err(ParseError::other_format());
    };
    // Unlike this function, errfmt keeps the carriage returns.
    let tagged = tagged.replace("\r\n", "\n");
    let Some((code, rest)) = tagged.split_once(']') else {
        return Err(ParseError::malformed(
            "expected `[error:CODE]` at the start",
        ));
    };
    let (line, mut rest) = split_first_line(rest);
    let summary = line.strip_prefix(' ').unwrap_or(line);
    let mut record = ErrorRecord::parsed(code, summary);
    if let Some(from_hint) = rest.strip_prefix(HINT) {
        let (hint, after_hint) = split_first_line(from_hint);
        if !hint.is_empty() {
            record = record.with_suggestion(hint);
        }
        rest = after_hint;
    }
    let body = rest.strip_prefix('\n').unwrap_or(rest);
    if body.is_empty() {
        Ok(record)
    } else {
        Ok(record.with_body(body))
    }
}

/// Splits the first line from the rest.
#[cfg(feature = "parse")]
fn split_first_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}
