//! `TAGGED`: `[error:CODE] summary`, `hint: …`, an empty line and a body. The format comes from
//! errfmt.
//!
//! The code, the summary and the hint are a single line each. No value can forge a hint or a code:
//! line breaks become spaces, and a `]` in the code becomes an underscore.

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
    let body = record.body().filter(|body| !body.is_empty());
    let body = body.map(str::to_owned).or_else(|| record.explanation());
    if let Some(body) = body.filter(|body| !body.is_empty()) {
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
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let (summary, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    let mut record = ErrorRecord::parsed(code, summary);
    let mut body = rest;
    if let Some(rest) = rest.strip_prefix(HINT) {
        let (hint, rest) = rest.split_once('\n').unwrap_or((rest, ""));
        if !hint.is_empty() {
            record = record.with_suggestion(hint);
        }
        body = rest;
    }
    let body = body.strip_prefix('\n').unwrap_or(body);
    if body.is_empty() {
        Ok(record)
    } else {
        Ok(record.with_body(body))
    }
}
