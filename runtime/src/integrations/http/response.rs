//! An error as a response.

use super::Representation;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::format::Renderer;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};
use std::time::Duration;

/// Turns an error into a response, for any framework whose bodies can be made from a `String`.
///
/// The status is the one that the code declares, otherwise the one that its exit code implies. A status that cannot end
/// an exchange, such as 100, becomes 500. `Retry-After` is the error's wait in whole seconds, rounded up.
/// `Cache-Control` is `no-store`, because caches may store a 404, 405, 410 or 501 without being asked to.
///
/// If the status is 500 or more, the body leaves out the causes: their paths and addresses are for the server's log. The
/// extensions of the response contain the complete error as an [`ErrorRecord`], for layers that write the log or choose
/// another representation.
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
    let declared = error.facts().known_status().and_then(final_status);
    let status = declared.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let record = ErrorRecord::from_error(error).with_status(status.as_u16());
    let body = match declared {
        Some(_) => document(error, status, representation),
        // The member `status` must be the status.
        None => document(&record, status, representation),
    };
    let mut response = Response::new(B::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(representation.content_type()));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(wait) = error.retry_after() {
        headers.insert(RETRY_AFTER, HeaderValue::from(whole_seconds(wait)));
    }
    response.extensions_mut().insert(record);
    response
}

/// The body of a response with this status.
pub(crate) fn document(error: &dyn AgentError, status: StatusCode, representation: Representation) -> String {
    let renderer = Renderer::new(representation.format());
    match status.is_server_error() {
        true => renderer.without_causes().render(error),
        false => renderer.render(error),
    }
}

/// Whether a status is final: not an interim one below 200, and not an invalid one.
fn final_status(status: u16) -> Option<StatusCode> {
    StatusCode::from_u16(status).ok().filter(|_| (200..600).contains(&status))
}

/// Rounded up, so that a caller never waits too short.
pub(crate) fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0))
}
