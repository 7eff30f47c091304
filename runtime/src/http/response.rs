//! An error as a response.

use super::Representation;
use crate::error::AgentError;
use crate::format::Renderer;
use crate::record::ErrorRecord;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};
use std::time::Duration;

/// The error as the response of any framework whose bodies are made of text.
///
/// The status is the one that the code states, else the one of its exit code, and 500 in place of one that no
/// final answer has. `Retry-After` is there if the error says how long to wait, in whole seconds, rounded up. `Cache-Control` is `no-store`:
/// an answer about one call must not answer the next, and caches may keep a 404, 405, 410 or 501 unasked.
///
/// ```
/// use agent_error::ErrorRecord;
/// use agent_error::http::{Representation, response};
/// use std::time::Duration;
///
/// let error = ErrorRecord::new("RATE_LIMITED", "10 calls a minute").exit(11).retry_after(Duration::from_millis(1500));
/// let response: http::Response<String> = response(&error, Representation::Problem);
/// assert_eq!(response.status(), 429);
/// assert_eq!(response.headers()["Retry-After"], "2");
/// assert_eq!(response.headers()["Content-Type"], "application/problem+json");
/// ```
pub fn response<B: From<String>>(error: &dyn AgentError, representation: Representation) -> Response<B> {
    let renderer = Renderer::new(representation.format());
    let (status, body) = match final_status(error.facts().http_status()) {
        Some(status) => (status, renderer.render(error)),
        None => {
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            // The member `status` must be the status.
            (status, renderer.render(&ErrorRecord::from_error(error).status(status.as_u16())))
        }
    };
    let mut response = Response::new(B::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(representation.content_type()));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(wait) = error.retry_after() {
        headers.insert(RETRY_AFTER, HeaderValue::from(whole_seconds(wait)));
    }
    response
}

/// A status that ends an exchange: not one of the interim answers below 200, and none that no client knows.
fn final_status(status: u16) -> Option<StatusCode> {
    StatusCode::from_u16(status).ok().filter(|_| (200..600).contains(&status))
}

/// Rounded up: a caller who waits that long has waited long enough.
fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0))
}
