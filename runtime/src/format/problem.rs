//! Writes `Problem`: `application/problem+json` (RFC 9457) with extension members.
//!
//! The `detail` is the message, and `explanation` is the error's own detail. Without a
//! documentation URL, `title` is the status's reason phrase (section 4.2.1), and the summary is in
//! `summary`.

use super::Style;
use super::json;
use crate::error::field_error::FieldError;
use crate::error::record::ErrorRecord;
use crate::json::{JsonView, ObjectView};
use crate::text::uri::pointer_to;
use crate::vocabulary::reason_phrase::reason_phrase;
use crate::vocabulary::terms::Phase;
use std::borrow::Cow;

/// The `type` of a problem without a documentation URL (RFC 9457, section 4.2.1).
pub(super) const BLANK: &str = "about:blank";

#[inline]
pub(super) fn write(record: &ErrorRecord, style: &Style<'_>) -> String {
    let status = record.fields.facts.known_status();
    let phrase = if record.fields.docs_url.is_none() {
        status.and_then(reason_phrase)
    } else {
        None
    };
    let mut problem = ObjectView::default();
    problem.member("type", record.fields.docs_url.as_deref().unwrap_or(BLANK));
    problem.some("title", phrase.or(record.fields.summary.as_deref()));
    problem.some("status", status);
    problem.member("detail", record.message());
    problem.some("instance", record.fields.instance.as_ref());
    problem.some("code", code_or_status(record, status));
    let is_summary_missing = phrase.is_some();
    if is_summary_missing {
        problem.some("summary", record.fields.summary.as_ref());
    }
    json::cause(record, &mut problem);
    problem.some("explanation", record.fields.detail.as_ref());
    json::advice(record, record.fields.facts.retryable, &mut problem);
    problem.some("phase", record.fields.facts.phase.map(Phase::as_str));
    json::circumstances(record, record.is_parsed(), &mut problem);
    let errors = JsonView::list(record.field_errors().map(invalid_field));
    problem.unless_empty("errors", errors);
    problem.unless_empty("context", json::shown_context(record));
    JsonView::from(problem).write(style.is_pretty)
}

/// Describes an invalid field as in the RFC's example: with a message and a pointer to the field.
#[inline]
fn invalid_field(field: &FieldError) -> ObjectView<'_> {
    let mut error = ObjectView::for_members(2);
    error.member("detail", format!("{field}"));
    error.member("pointer", pointer_to(field.field()));
    error
}

/// Returns the code of the error, or one made from the status.
fn code_or_status(record: &ErrorRecord, status: Option<u16>) -> Option<Cow<'_, str>> {
    if record.code().is_empty() {
        Some(format!("HTTP_{}", status?).into())
    } else {
        Some(record.code().into())
    }
}
