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
    let is_bare = !data.starts_with(['{', '[', 'n']);
    let value = match (is_bare, style.is_pretty) {
        (true, true) => format!("{{\n    \"value\": {data}\n  }}"),
        (true, false) => format!("{{\"value\":{data}}}"),
        // In indented JSON, line breaks only occur between tokens.
        (false, true) => replaced(data, '\n', "\n  "),
        (false, false) => data.to_owned(),
    };
    let empty = envelope(true, JsonView::Null, JsonView::Null, style).write(style.is_pretty);
    // The data is the first `null`, because only `ok` precedes it. To insert a value into the
    // envelope, the data would have to be parsed, which would make a minimal program 11 % larger.
    empty.replacen("null", &value, 1)
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
