//! Parses `Tagged` as leniently as errfmt does.

use super::ParseError;
use crate::error::record::ErrorRecord;
use crate::format::Format;
use crate::format::tagged::START;

const HINT: &str = "hint: ";

/// Parses `Tagged`. The code ends at the first `]`. A hint starts with `hint: `. Drops an empty
/// line before the body.
pub(super) fn parse(text: &str) -> Result<ErrorRecord, ParseError> {
    let Some((code, rest)) = text
        .strip_prefix(START)
        .and_then(|rest| rest.split_once(']'))
    else {
        return Err(ParseError::malformed(
            Format::Tagged,
            "expected `[error:CODE]` at the start",
        ));
    };
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let (summary, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    let mut record = ErrorRecord::unknown(code, summary);
    let mut body = rest;
    if let Some(rest) = rest.strip_prefix(HINT) {
        let (hint, rest) = rest.split_once('\n').unwrap_or((rest, ""));
        record.fields.suggestion = (!hint.is_empty()).then(|| hint.to_owned());
        body = rest;
    }
    let body = body.strip_prefix('\n').unwrap_or(body);
    record.fields.body = (!body.is_empty()).then(|| body.to_owned());
    Ok(record)
}
