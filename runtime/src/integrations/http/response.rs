//! An error as a response.

use super::Representation;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::format::Renderer;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};
use std::time::Duration;

/// The error as a response, for any framework with bodies of text.
///
/// The status is that of the code, otherwise that of its exit code; 500 replaces a status that a final answer cannot
/// have. `Retry-After` states the wait of the error in whole seconds, rounded up. `Cache-Control` is `no-store`, since
/// caches may otherwise keep a 404, 405, 410 or 501.
///
/// With a status of 500 or more the body has no causes, since paths and addresses in them are for the log of the
/// server. The extensions of the response contain the whole error as an [`ErrorRecord`] for the code that writes the
/// log.
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
    let renderer = Renderer::new(representation.format());
    let stated = error.facts().known_status().and_then(final_status);
    let status = stated.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let failure = status.is_server_error().then(|| ErrorRecord::from_error(error).with_status(status.as_u16()));
    let body = match (&failure, stated) {
        (None, _) => renderer.render(error),
        (Some(_), Some(_)) => renderer.without_causes().render(error),
        // The member `status` must be the status.
        (Some(failure), None) => renderer.without_causes().render(failure),
    };
    let mut response = Response::new(B::from(body));
    *response.status_mut() = status;
    if let Some(failure) = failure {
        response.extensions_mut().insert(failure);
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(representation.content_type()));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(wait) = error.retry_after() {
        headers.insert(RETRY_AFTER, HeaderValue::from(whole_seconds(wait)));
    }
    response
}

/// Whether a status is final: not an interim one below 200, and not an invalid one.
fn final_status(status: u16) -> Option<StatusCode> {
    StatusCode::from_u16(status).ok().filter(|_| (200..600).contains(&status))
}

/// Rounded up, so that a caller never waits too short.
fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0))
}
