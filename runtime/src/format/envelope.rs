//! Writes `Envelope`, which is `response-envelope.json` in the CLI agent specification. Successful calls use it, too.
//!
//! Omits optional members with default values.

use super::json;
use super::renderer::Renderer;
use crate::error::record::ErrorRecord;
use crate::json::{JsonView, ObjectView};

pub(super) fn render(record: &ErrorRecord, renderer: &Renderer<'_>) -> String {
    envelope(false, json::members(record, false).into(), renderer)
}

/// Writes `{"ok":true,…}` around data that's already serialized, in the same style as the renderer. Wraps a bare
/// number, string or Boolean in an object, as in `{"value":5}`.
pub(crate) fn success_envelope(data: &str, renderer: &Renderer<'_>) -> String {
    let is_bare = !data.starts_with(['{', '[', 'n']);
    let data = match (is_bare, renderer.pretty) {
        (false, false) => data.to_owned(),
        // In indented JSON, line breaks only occur between tokens.
        (false, true) => data.replace('\n', "\n  "),
        (true, false) => format!("{{\"value\":{data}}}"),
        (true, true) => format!("{{\n    \"value\": {data}\n  }}"),
    };
    let envelope = envelope(true, JsonView::Null, renderer);
    // The first `null` is the data.
    let (before, after) = envelope.split_once("null").unwrap_or_default();
    format!("{before}{data}{after}")
}

fn envelope(is_ok: bool, error: JsonView<'_>, renderer: &Renderer<'_>) -> String {
    let mut meta = ObjectView::default();
    meta.member("duration_ms", renderer.duration_ms);
    let mut envelope = ObjectView::default();
    envelope.member("ok", is_ok);
    envelope.member("data", JsonView::Null);
    envelope.member("error", error);
    envelope.member("warnings", JsonView::list(renderer.warnings));
    envelope.member("meta", meta);
    JsonView::from(envelope).write(renderer.pretty)
}
