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
use crate::vocabulary::terms::Phase;

/// The `type` of a problem without a documentation URL (RFC 9457, section 4.2.1).
pub(super) const BLANK: &str = "about:blank";

pub(super) fn write(record: &ErrorRecord, style: &Style<'_>) -> String {
    let status = record.fields.facts.known_status();
    let phrase = status
        .filter(|_| record.fields.docs_url.is_none())
        .and_then(status_phrase);
    let mut problem = ObjectView::default();
    problem.member("type", record.fields.docs_url.as_deref().unwrap_or(BLANK));
    problem.some("title", phrase.or(record.fields.summary.as_deref()));
    problem.some("status", status);
    problem.member("detail", record.message());
    problem.some("instance", record.fields.instance.as_ref());
    problem.some(
        "code",
        (!record.fields.code.is_empty()).then_some(&record.fields.code),
    );
    problem.some(
        "summary",
        record.fields.summary.as_ref().filter(|_| phrase.is_some()),
    );
    json::cause(record, &mut problem);
    problem.some("explanation", record.fields.detail.as_ref());
    json::advice(record, &mut problem);
    problem.some("retryable", record.fields.facts.retryable);
    json::retry_delay(record, &mut problem);
    problem.some("phase", record.fields.facts.phase.map(Phase::as_str));
    json::circumstances(record, record.fields.facts.are_parsed(), &mut problem);
    problem.unless_empty(
        "errors",
        JsonView::list(record.field_errors().into_iter().map(invalid_field)),
    );
    problem.unless_empty("context", json::values(&record.fields.context));
    JsonView::from(problem).write(style.is_pretty)
}

/// Describes an invalid field as in the RFC's example: with a message and a pointer to the field.
fn invalid_field(field: &FieldError) -> ObjectView<'_> {
    let mut error = ObjectView::default();
    error.member("detail", format!("{field}"));
    error.member("pointer", pointer_to(field.field()));
    error
}

/// The registered reason phrases of HTTP error statuses (RFC 9110 and its extensions).
// In a binary, a string takes less space than a table.
const PHRASES: &str = "400 Bad Request, 401 Unauthorized, 402 Payment Required, 403 Forbidden, 404 Not Found, \
    405 Method Not Allowed, 406 Not Acceptable, 407 Proxy Authentication Required, 408 Request Timeout, 409 Conflict, \
    410 Gone, 411 Length Required, 412 Precondition Failed, 413 Content Too Large, 414 URI Too Long, \
    415 Unsupported Media Type, 416 Range Not Satisfiable, 417 Expectation Failed, 421 Misdirected Request, \
    422 Unprocessable Content, 423 Locked, 424 Failed Dependency, 425 Too Early, 426 Upgrade Required, \
    428 Precondition Required, 429 Too Many Requests, 431 Request Header Fields Too Large, \
    451 Unavailable For Legal Reasons, 500 Internal Server Error, 501 Not Implemented, 502 Bad Gateway, \
    503 Service Unavailable, 504 Gateway Timeout, 505 HTTP Version Not Supported, 506 Variant Also Negotiates, \
    507 Insufficient Storage, 508 Loop Detected, 511 Network Authentication Required";

/// Returns the reason phrase of an HTTP status. Returns `None` for unregistered statuses and for
/// statuses that aren't errors.
pub(super) fn status_phrase(status: u16) -> Option<&'static str> {
    let status = format!("{status}");
    PHRASES
        .split(", ")
        .find_map(|entry| entry.strip_prefix(status.as_str())?.strip_prefix(' '))
}
