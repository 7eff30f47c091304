//! Writes `Envelope`, which is `response-envelope.json` in the CLI agent specification. Successful
//! calls use it, too.
//!
//! Omits optional members with default values.

use super::Style;
use super::json;
use crate::error::record::ErrorRecord;
use crate::json::{JsonView, ObjectView};
use crate::text::contains::replaced;

pub(super) fn write(record: &ErrorRecord, style: &Style<'_>) -> String {
    let error = json::members(record, false).into();
    envelope(false, JsonView::Null, error, style).write(style.is_pretty)
}

/// Writes the result of a successful call. Wraps a bare number, string or Boolean in an object, as
/// in `{"value":5}`.
pub(super) fn write_success(data: &str, style: &Style<'_>) -> String {
    let value = if style.is_pretty {
        indented(&in_container(data, "{\n  \"value\": ", "\n}"))
    } else {
        in_container(data, "{\"value\":", "}")
    };
    // An envelope without data contains `null` in its place. This is the first `null`, because only
    // `ok` precedes it. Adding the data as a value would require parsing it, which would make a
    // minimal program 11 % larger.
    let without_data = envelope(true, JsonView::Null, JsonView::Null, style).write(style.is_pretty);
    without_data.replacen("null", &value, 1)
}

/// Wraps a bare value in an object that starts and ends with the given strings.
fn in_container(json: &str, start: &str, end: &str) -> String {
    let is_bare = json != "null" && !json.starts_with(['{', '[']);
    if is_bare {
        [start, json, end].concat()
    } else {
        json.to_owned()
    }
}

/// Indents all lines but the first. In indented JSON, line breaks only occur between tokens.
fn indented(json: &str) -> String {
    replaced(json, '\n', "\n  ")
}

fn envelope<'a>(
    ok: bool,
    data: JsonView<'a>,
    error: JsonView<'a>,
    style: &Style<'a>,
) -> JsonView<'a> {
    let mut meta = ObjectView::default();
    meta.member("duration_ms", style.duration_ms);
    let mut envelope = ObjectView::default();
    envelope.member("ok", ok);
    envelope.member("data", data);
    envelope.member("error", error);
    envelope.member("warnings", JsonView::list(style.warnings));
    envelope.member("meta", meta);
    envelope.into()
}
