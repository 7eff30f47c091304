//! Writes `Problem`: `application/problem+json` (RFC 9457) with extension members.
//!
//! The `detail` is the message, and `explanation` is the error's own detail. Without a
//! documentation URL, `title` is the status's reason phrase (section 4.2.1), and the summary is in
//! `summary`.

use super::Style;
use super::json;
use crate::error::field_error::FieldError;
use crate::error::record::ErrorRecord;
use crate::json::{Described, JsonView, ObjectView};
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
    let errors = InvalidFields(record.field_errors().collect());
    problem.unless_empty("errors", JsonView::Described(&errors));
    problem.unless_empty("context", json::shown_context(record));
    JsonView::from(problem).write(style.is_pretty)
}

/// Describes each invalid field as in the RFC's example: with a message and a pointer to the field.
#[derive(Debug)]
struct InvalidFields<'a>(Vec<&'a FieldError>);

impl Described for InvalidFields<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn item(&self, index: usize) -> JsonView<'_> {
        let field = self.0[index];
        let mut error = ObjectView::default();
        error.member("detail", field.to_string());
        error.member("pointer", pointer_to(field.field()));
        error.into()
    }
}

/// Returns the code of the error, or one made from the status.
fn code_or_status(record: &ErrorRecord, status: Option<u16>) -> Option<Cow<'_, str>> {
    if record.code().is_empty() {
        Some(format!("HTTP_{}", status?).into())
    } else {
        Some(record.code().into())
    }
}
