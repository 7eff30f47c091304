//! Writes `Flat`: `{"error":true,"code","message","detail","suggestion","retryable"}`.
//!
//! Pyrite proposes this format for its CLI and its MCP tools. If the error has no detail of its own, `detail` lists the
//! invalid fields or the values to choose from.

use super::renderer::Renderer;
use super::summary::{explanation, one_advice, one_line};
use crate::error::record::ErrorRecord;
use crate::json::{JsonView, ObjectView};

pub(super) fn render(record: &ErrorRecord, renderer: &Renderer<'_>) -> String {
    let mut error = ObjectView::default();
    error.member("error", true);
    error.member("code", record.code_or_status());
    error.member("message", one_line(record.message_or_code()));
    error.some("detail", explanation(record));
    error.some("suggestion", one_advice(record));
    error.some("retryable", record.facts.retryable);
    JsonView::from(error).write(renderer.pretty)
}
