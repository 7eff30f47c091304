//! Writes `Nested`: `{"error":{"code","message","details"}}`, the format of the Verda CLI in agent mode.

use super::json::values;
use super::renderer::Renderer;
use crate::error::record::ErrorRecord;
use crate::json::{JsonView, ObjectView};

pub(super) fn render(record: &ErrorRecord, renderer: &Renderer<'_>) -> String {
    let mut error = ObjectView::default();
    error.member("code", record.code_or_status());
    error.member("message", record.message_or_summary());
    error.unless_empty("details", values(&record.context));
    let mut document = ObjectView::default();
    document.member("error", error);
    JsonView::from(document).write(renderer.pretty)
}
