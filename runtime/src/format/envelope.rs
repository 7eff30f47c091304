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
    let nested = if style.is_pretty {
        // In indented JSON, line breaks only occur between tokens.
        replaced(data, '\n', "\n  ")
    } else {
        data.to_owned()
    };
    let is_bare = !data.starts_with(['{', '[', 'n']);
    let mut data = JsonView::of_json(nested);
    if is_bare {
        data = JsonView::object([("value", data)]);
    }
    envelope(true, data, JsonView::Null, style).write(style.is_pretty)
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
