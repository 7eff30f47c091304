//! Converts errors to HTTP responses, and HTTP responses to errors, for any framework or client.
//!
//! A server converts errors with [`response`]. With the `axum` feature, `integrate(axum)` does this
//! automatically. A client converts any server's responses with [`ErrorRecord::from_response`]. The
//! [guide](crate::_guide::http) explains both, and the source of each part of a response.
//!
//! # What stays inside
//!
//! If the status is 500 or more, the body omits the causes and the contexts of anyhow and eyre
//! errors, because they mention files, hosts and queries. To show a cause to clients, add it to the
//! message or use `detail = "{source}"`. If a [`Report`](crate::Report) contains no coded error,
//! another library's message is sent.
//!
//! The body never includes commands, because clients can't run the server's commands. The only
//! actions are requests, such as `GET /users`, and URLs. For logging, the extensions of every
//! [`response`](response()) contain the complete error as an [`ErrorRecord`].

mod read;

#[cfg(feature = "axum")]
pub(crate) use read::prose;
pub use read::{LONGEST_BODY, retry_after};

use crate::error::advice::is_request;
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
pub(crate) const PROBLEM: &str = "application/problem+json";

/// Whether the body is declared as problem details.
pub(crate) fn is_problem(headers: &HeaderMap) -> bool {
    media_type(headers).is_some_and(|found| found.eq_ignore_ascii_case(PROBLEM))
}

/// Returns the media type in `Content-Type`, without parameters.
pub(crate) fn media_type(headers: &HeaderMap) -> Option<&str> {
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
    let record = ErrorRecord::of(error);
    let known = record
        .fields
        .facts
        .known_status()
        .filter(|status| (400..600).contains(status));
    let status = known.and_then(|status| StatusCode::from_u16(status).ok());
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    // In the body, `status` must match the actual status.
    let mut record = record;
    record.fields.facts.status = Some(status.as_u16());
    let mut response = Response::new(B::from(document(record.clone())));
    *response.status_mut() = status;
    set_headers(response.headers_mut(), &record);
    response.extensions_mut().insert(record);
    response
}

/// Sets the headers of a problem. Keeps an existing `Cache-Control` and `Retry-After`.
pub(crate) fn set_headers(headers: &mut HeaderMap, record: &ErrorRecord) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM));
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    if let Some(wait) = record.fields.retry_after {
        headers
            .entry(RETRY_AFTER)
            .or_insert(HeaderValue::from(whole_seconds(wait)));
    }
}

/// Returns the problem details that clients receive.
pub(crate) fn document(record: ErrorRecord) -> String {
    let mut record = record.without_commands();
    record.fields.actions.retain(|action| is_request(action));
    if record.fields.facts.http_status() >= 500 {
        record.fields.cause = None;
        if let (Some(contexts), Some(detail)) =
            (record.fields.contexts.take(), &record.fields.detail)
            && let Some(own) = detail.strip_prefix(&contexts)
        {
            record.fields.detail = own.strip_prefix("; ").map(str::to_owned);
        }
    }
    Format::PROBLEM.write(record)
}
