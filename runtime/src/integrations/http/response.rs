//! Converts errors to HTTP responses, for servers.

use super::Representation;
use crate::error::advice::is_request;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::format::{Format, Renderer};
use crate::vocabulary::duration::whole_seconds;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};

/// Converts an error to a response. Works with any framework whose bodies can be created from a `String`.
///
/// The [module](super) lists the status, the headers and what the body omits. If the declared status isn't a valid final
/// status (for example, 100), the response has status 500.
///
/// ```
/// use agent_error::ErrorRecord;
/// use agent_error::http::{Representation, response};
/// use std::time::Duration;
///
/// let error = ErrorRecord::new("RATE_LIMITED", "10 calls a minute").with_exit_code(11).with_retry_after(Duration::from_millis(1500));
/// let response: http::Response<String> = response(&error, Representation::Problem);
/// assert_eq!(response.status(), 429);
/// assert_eq!(response.headers()["Retry-After"], "2");
/// assert_eq!(response.headers()["Content-Type"], "application/problem+json");
/// ```
pub fn response<B: From<String>>(error: &dyn AgentError, representation: Representation) -> Response<B> {
    let mut record = ErrorRecord::of(error);
    let declared = record.facts.known_status().and_then(final_status);
    let status = declared.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let wait = record.retry_after;
    // In the body, `status` must match the actual status.
    record.facts.status = declared.map_or(Some(status.as_u16()), |_| record.facts.status);
    let body = document(record.clone(), status, representation);
    let mut response = Response::new(B::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(representation.content_type()));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(wait) = wait {
        headers.insert(RETRY_AFTER, HeaderValue::from(whole_seconds(wait)));
    }
    response.extensions_mut().insert(record.with_status(status.as_u16()));
    response
}

pub(crate) fn document(record: ErrorRecord, status: StatusCode, representation: Representation) -> String {
    let mut record = record.without_commands();
    record.actions.retain(|action| is_request(action));
    if status.is_server_error() {
        record.cause = None;
    }
    let renderer = match representation {
        Representation::Problem => Renderer::new(Format::Problem),
        Representation::Envelope => Renderer::new(Format::Envelope),
    };
    renderer.render_record(record)
}

/// Converts a number to a status. Returns `None` for interim statuses below 200 and for invalid ones.
fn final_status(status: u16) -> Option<StatusCode> {
    StatusCode::from_u16(status).ok().filter(|_| (200..600).contains(&status))
}
