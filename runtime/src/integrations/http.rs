//! Converts errors to HTTP responses, and HTTP responses to errors, for any framework or client.
//!
//! A server converts errors with [`response`](response()). With the crate
//! [`agent-error-axum`](https://docs.rs/agent-error-axum), `integrate(axum)` does this
//! automatically. A client converts any server's responses with [`record`]. The
//! [guide](https://docs.rs/agent-error-axum/latest/agent_error_axum/_guide/http/index.html)
//! explains both, and the source of each part of a response.
//!
//! # What stays inside
//!
//! If the status is 500 or more, clients see no values of the error, because values mention files,
//! hosts and queries. The message, causes, context, field errors, body and instance are withheld,
//! and so is advice that contains a value. Clients see the code, its facts, and what it declares
//! without fields: the suggestion, the actions, the retry facts and the documentation URL. The
//! message is the code's summary, or the reason phrase of the status. To show everything, add the
//! key `public` to the variant, or call
//! [`with_public(true)`](crate::ErrorRecord::with_public). Debug builds print what was withheld.
//!
//! The body never includes commands, because clients can't run the server's commands. The only
//! actions are requests, such as `GET /users`, and URLs. For logging, the extensions of every
//! [`response`](response()) contain the complete error as an [`ErrorRecord`].

mod read;

pub use read::{LONGEST_BODY, record, retry_after};

use crate::definition::error_def::Caller;
use crate::error::coded::AgentError;
use crate::error::field::Known;
use crate::error::field_roles::HttpStatus;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::format::Format;
use crate::vocabulary::duration::whole_seconds;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

/// The media type of problem details (RFC 9457).
const PROBLEM: &str = "application/problem+json";

/// Whether the body is declared as problem details.
fn is_problem(headers: &HeaderMap) -> bool {
    media_type(headers).is_some_and(|found| found.eq_ignore_ascii_case(PROBLEM))
}

/// Returns the media type in `Content-Type`, without parameters.
fn media_type(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    value.split(';').next().map(str::trim)
}

impl HttpStatus for StatusCode {
    fn status(&self) -> Option<u16> {
        Some(self.as_u16())
    }
}

/// In the context, a status is represented as a number.
impl Known for StatusCode {
    fn known(&self) -> ContextValue {
        self.as_u16().into()
    }
}

/// Converts an error to a response. Works with any framework whose bodies can be created from a
/// `String`.
///
/// The status is the error's own, or the [status of the exit code](crate::exit::http_status). If it
/// isn't between 400 and 599, as in an error read from a redirect, the response has status 500. The
/// body is [`Format::PROBLEM`], regardless of the `Accept` header.
///
/// `Retry-After` is the delay, rounded up to whole seconds. `Cache-Control` is `no-store`, because
/// caches could otherwise return a 404 after the resource was created. Add headers such as
/// `WWW-Authenticate` yourself.
///
/// ```
/// let error = agent_error::ErrorRecord::new("USER_NOT_FOUND", "no user `eve`").with_exit_code(5);
/// let response: http::Response<String> = agent_error::http::response(&error);
/// assert_eq!(response.status(), 404);
/// ```
pub fn response<B: From<String>>(error: &dyn AgentError) -> Response<B> {
    response_as(error, Format::PROBLEM)
}

/// Converts an error to a response in another format. Otherwise, this function does the same as
/// [`response`](response()).
///
/// ```
/// use agent_error::{ErrorRecord, Format, http::response_as};
///
/// let error = ErrorRecord::new("USER_NOT_FOUND", "no user `eve`").with_exit_code(5);
/// let response: http::Response<String> = response_as(&error, Format::ENVELOPE);
/// assert_eq!(response.headers()["content-type"], "application/json");
/// ```
pub fn response_as<B: From<String>>(error: &dyn AgentError, format: Format) -> Response<B> {
    let record = ErrorRecord::of(error);
    let status = error_status(&record);
    let complete = sent_with(record, status);
    let visible = for_clients(complete.clone());
    let mut response = Response::new(B::from(format.write(visible)));
    *response.status_mut() = status;
    set_headers(response.headers_mut(), &complete, format);
    response.extensions_mut().insert(complete);
    response
}

/// Returns the error's status. Only 400 to 599 are errors, so any other status becomes 500.
fn error_status(record: &ErrorRecord) -> StatusCode {
    let status = match record.fields.facts.known_status() {
        Some(status @ 400..=599) => StatusCode::from_u16(status).ok(),
        _ => None,
    };
    status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// Sets the headers of a response with this error. Keeps an existing `Cache-Control` and
/// `Retry-After`.
#[doc(hidden)]
pub fn set_headers(headers: &mut HeaderMap, record: &ErrorRecord, format: Format) {
    // The media type of a user's format may be invalid.
    if let Ok(content_type) = HeaderValue::from_str(format.media_type()) {
        headers.insert(CONTENT_TYPE, content_type);
    }
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    if let Some(wait) = record.retry_after() {
        headers
            .entry(RETRY_AFTER)
            .or_insert(HeaderValue::from(whole_seconds(wait)));
    }
}

/// Sets the status of the response. In the body, `status` must match it. Unlike
/// [`with_status`](ErrorRecord::with_status), keeps the exit code and the retry facts.
#[doc(hidden)]
#[must_use]
pub fn sent_with(mut record: ErrorRecord, status: StatusCode) -> ErrorRecord {
    record.fields.facts.status = Some(status.as_u16());
    record
}

/// Returns the part of an error that HTTP clients receive. The error must have the status of the
/// response.
#[doc(hidden)]
#[must_use]
pub fn for_clients(mut record: ErrorRecord) -> ErrorRecord {
    if record.http_status() >= 500 {
        record = record.for_clients();
    }
    record.fields.actions = record.actions_for(Caller::Http);
    record.without_commands().for_callers(&[Caller::Http])
}
