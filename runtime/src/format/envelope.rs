//! Writes `Envelope`, which is `response-envelope.json` in the CLI agent specification. Successful
//! calls use it, too.
//!
//! Omits optional members with default values.

use super::json;
use super::renderer::Renderer;
use crate::error::record::ErrorRecord;
use crate::json::{JsonView, ObjectView};
use crate::text::contains::replaced;

pub(super) fn render(record: &ErrorRecord, renderer: &Renderer<'_>) -> String {
    let mut meta = ObjectView::default();
    meta.member("duration_ms", renderer.duration_ms);
    let mut envelope = ObjectView::default();
    envelope.member("ok", false);
    envelope.member("data", JsonView::Null);
    envelope.member("error", json::members(record, false));
    envelope.member("warnings", JsonView::list(renderer.warnings));
    envelope.member("meta", meta);
    JsonView::from(envelope).write(renderer.pretty)
}

/// Writes `{"ok":true,…}` around data that's already serialized, in the same style as the renderer.
/// Wraps a bare number, string or Boolean in an object, as in `{"value":5}`.
pub(crate) fn success_envelope(data: &str, renderer: &Renderer<'_>) -> String {
    let is_bare = !data.starts_with(['{', '[', 'n']);
    // In indented JSON, line breaks only occur between tokens.
    let nested = |json: &str| {
        if renderer.pretty {
            replaced(json, '\n', "\n  ")
        } else {
            json.to_owned()
        }
    };
    let data = match (is_bare, renderer.pretty) {
        (false, _) => nested(data),
        (true, false) => [r#"{"value":"#, data, "}"].concat(),
        (true, true) => ["{\n    \"value\": ", data, "\n  }"].concat(),
    };
    let warnings = match renderer.warnings {
        [] => "[]".to_owned(),
        warnings => nested(&JsonView::list(warnings).write(renderer.pretty)),
    };
    let duration_ms = renderer.duration_ms.to_string();
    // Building the object as for errors would take a third of the time that a minimal program adds
    // to its start.
    let [before, between, meta, end] = match renderer.pretty {
        false => [
            r#"{"ok":true,"data":"#,
            r#","error":null,"warnings":"#,
            r#","meta":{"duration_ms":"#,
            "}}",
        ],
        true => [
            "{\n  \"ok\": true,\n  \"data\": ",
            ",\n  \"error\": null,\n  \"warnings\": ",
            ",\n  \"meta\": {\n    \"duration_ms\": ",
            "\n  }\n}",
        ],
    };
    [before, &data, between, &warnings, meta, &duration_ms, end].concat()
}
