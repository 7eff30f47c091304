//! Writes `Problem`: `application/problem+json` (RFC 9457) with extension members.
//!
//! | member        | content                                            |
//! |---------------|----------------------------------------------------|
//! | `type`        | the URL of the code's documentation                |
//! | `title`       | the summary                                        |
//! | `status`      | the HTTP status                                    |
//! | `detail`      | the message                                        |
//! | `instance`    | the URI of the occurrence                          |
//! | `explanation` | the error's own detail                             |
//! | `errors`      | the invalid fields, as in the example in section 3 |
//!
//! Without a documentation URL, `title` is the status's reason phrase (section 4.2.1), and the summary is in `summary`.

use super::json;
use super::renderer::Renderer;
use super::status_phrase::status_phrase;
use crate::error::field_error::FieldError;
use crate::error::record::ErrorRecord;
use crate::json::{JsonView, ObjectView};
use crate::text::pointer::Pointer;
use crate::vocabulary::terms::Phase;

/// The `type` of a problem without a documentation URL (RFC 9457, section 4.2.1).
pub(super) const BLANK: &str = "about:blank";

pub(super) fn render(record: &ErrorRecord, renderer: &Renderer<'_>) -> String {
    let status = record.facts.known_status();
    let phrase = status.filter(|_| record.docs_url.is_none()).and_then(status_phrase);
    let mut problem = ObjectView::default();
    problem.member("type", record.docs_url.as_deref().unwrap_or(BLANK));
    problem.some("title", phrase.or(record.summary.as_deref()));
    problem.some("status", status);
    problem.member("detail", record.message_or_code());
    problem.some("instance", record.instance.as_ref());
    problem.some("code", (!record.code.is_empty()).then_some(&record.code));
    problem.some("summary", record.summary.as_ref().filter(|_| phrase.is_some()));
    json::cause(record, &mut problem);
    problem.some("explanation", record.detail.as_ref());
    json::advice(record, &mut problem);
    json::retry(record, &mut problem);
    problem.some("phase", record.facts.phase.map(Phase::as_str));
    json::circumstances(record, &mut problem);
    let fields = record.field_errors();
    if !fields.is_empty() {
        problem.member("errors", JsonView::list(fields.into_iter().map(invalid_field)));
    }
    json::context(record, &mut problem);
    JsonView::from(problem).write(renderer.is_pretty())
}

/// Describes an invalid field as in the RFC's example: with a message and a pointer to the field.
fn invalid_field(field: &FieldError) -> ObjectView<'_> {
    let mut error = ObjectView::default();
    error.member("detail", field.to_string());
    error.member("pointer", Pointer(field.field()).to_string());
    error
}
