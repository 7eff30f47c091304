//! Writes `Envelope`, which is `response-envelope.json` in the CLI agent specification. Successful calls use it, too.
//!
//! Omits optional members with default values.

use super::json;
use super::renderer::Renderer;
use crate::error::record::ErrorRecord;
use crate::json::{JsonView, ObjectView};
use crate::vocabulary::terms::Phase;

pub(super) fn render(record: &ErrorRecord, renderer: &Renderer<'_>) -> String {
    let mut envelope = ObjectView::default();
    envelope.member("ok", false);
    envelope.member("data", JsonView::Null);
    envelope.member("error", error(record));
    about_the_call(renderer, &mut envelope);
    JsonView::from(envelope).write(renderer.pretty)
}

fn error(record: &ErrorRecord) -> ObjectView<'_> {
    let mut error = ObjectView::default();
    error.member("code", record.code_or_status());
    error.member("message", record.message_or_code());
    json::cause(record, &mut error);
    error.some("detail", record.detail.as_ref());
    json::advice(record, &mut error);
    error.some("docs_url", record.docs_url.as_ref());
    // For a parsed record, writes exactly the members that the other program wrote.
    let states_default = record.facts.are_parsed();
    error.some("retryable", record.facts.retryable.filter(|retryable| *retryable || states_default));
    json::retry_delay(record, &mut error);
    let phase = record.facts.phase.filter(|phase| *phase != Phase::Execution || states_default);
    error.some("phase", phase.map(Phase::as_str));
    json::circumstances(record, &mut error);
    error.some("instance", record.instance.as_ref());
    error.unless_empty("context", json::unrepeated_values(&record.context));
    error
}

/// Writes `{"ok":true,…}` around data that's already serialized, in the same style as the renderer. Wraps a bare
/// number, string or Boolean in an object, as in `{"value":5}`.
pub(crate) fn success_envelope(data: &str, renderer: &Renderer<'_>) -> String {
    const DATA: &str = "\"data\"";
    let is_bare = !data.starts_with(['{', '[', 'n']);
    let mut envelope = ObjectView::default();
    envelope.member("ok", true);
    let mut value = ObjectView::default();
    value.member("value", DATA);
    match is_bare {
        true => envelope.member("data", value),
        false => envelope.member("data", DATA),
    }
    envelope.member("error", JsonView::Null);
    about_the_call(renderer, &mut envelope);
    let envelope = JsonView::from(envelope).write(renderer.pretty);
    // The data replaces the first string `"\"data\""`, which always exists. In indented JSON, line breaks only occur
    // between tokens.
    let indent = match (renderer.pretty, is_bare) {
        (false, _) | (true, true) => data.to_owned(),
        (true, false) => data.replace('\n', "\n  "),
    };
    let (before, after) = envelope.split_once(r#""\"data\"""#).unwrap_or_default();
    format!("{before}{indent}{after}")
}

fn about_the_call<'a>(renderer: &'a Renderer<'_>, envelope: &mut ObjectView<'a>) {
    envelope.member("warnings", JsonView::list(renderer.warnings));
    let mut meta = ObjectView::default();
    meta.member("duration_ms", renderer.duration_ms);
    envelope.member("meta", meta);
}
