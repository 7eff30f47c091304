//! Converts errors to HTTP responses, and HTTP responses to errors, for any framework or client.
//!
//! A server converts errors with [`response`]. With the `axum` feature, `integrate(axum)` does this automatically. A
//! client converts any server's responses with [`ErrorRecord::from_response`]. The [guide](crate::_guide::http)
//! explains both.
//!
//! ```
//! use agent_error::http::{Representation, response};
//! use agent_error::{AgentError, ErrorRecord, exit};
//! use http::{HeaderMap, HeaderValue, Response, header::ACCEPT};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(docs = "https://api.example.com/errors/{code}")]
//! enum ApiError {
//!     /// No user has this name.
//!     #[error("no user `{name}`")]
//!     #[code("USER_NOT_FOUND", exit = exit::NOT_FOUND, suggest = "List them with `GET /users`")]
//!     NotFound { name: String },
//! }
//!
//! let request = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("application/json;q=0.9, */*"))]);
//! let error = ApiError::NotFound { name: "eve".into() };
//! let response: Response<String> = response(&error, Representation::preferred(&request));
//! assert_eq!(response.status(), 404);
//! assert_eq!(
//!     response.body(),
//!     r#"{"type":"https://api.example.com/errors/USER_NOT_FOUND","title":"No user has this name.","status":404,"detail":"no user `eve`","code":"USER_NOT_FOUND","suggestion":"List them with `GET /users`","retryable":false,"phase":"execution","context":{"name":"eve"}}"#
//! );
//!
//! let read = ErrorRecord::from_response(response.status(), response.headers(), response.body().as_bytes());
//! assert_eq!((read.code(), read.exit_code()), ("USER_NOT_FOUND", 5));
//! ```
//!
//! # What the response contains
//!
//! | part | from |
//! |---|---|
//! | status | `status = …` on the variant, or the [status of the exit code](crate::exit::http_status) |
//! | body | [`Format::Problem`](crate::Format::Problem) (RFC 9457) or [`Format::Envelope`](crate::Format::Envelope) |
//! | `Content-Type` | `application/problem+json` or `application/json` |
//! | `Retry-After` | `retry_after`, rounded up to whole seconds; the body contains milliseconds |
//! | `Cache-Control` | `no-store`; otherwise, caches could store a 404 and return it after the resource was created |
//!
//! If the response needs further headers, add them yourself. For example, RFC 9110 requires `WWW-Authenticate` for a
//! 401 and `Allow` for a 405. The framework removes the body from responses to `HEAD` requests and from statuses such as
//! 204 and 304.
//!
//! # What stays inside
//!
//! If the status is 500 or more, the body omits the causes, because causes mention files, hosts and queries, and clients
//! can't act on them. To show a cause to clients, add it to the message or use `detail = "{source}"`. The message, the
//! detail and the context are sent with every status. If a [`Report`](crate::Report) contains no coded error, another
//! library's message is sent.
//!
//! If the status is less than 500, the body includes the causes, because they're about the request.
//!
//! The body never includes fix commands, check commands or `values_from`, because clients can't run the server's commands.
//! The only actions are requests, such as `GET /users`, and URLs.
//!
//! For logging, the extensions of every [`response`](response()) contain the complete error as an [`ErrorRecord`].

mod accept;
mod read;

#[cfg(feature = "axum")]
pub(crate) use read::prose;
pub use read::{LONGEST_BODY, read, retry_after};

use crate::error::advice::is_request;
use crate::error::coded::AgentError;
use crate::error::context::Known;
use crate::error::field_roles::HttpStatus;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::format::{Format, Renderer};
use crate::vocabulary::duration::whole_seconds;
use accept::{Preference, Specificity, preference};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

/// The representation of an error in an HTTP response.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Representation {
    /// Problem details (RFC 9457), sent as `application/problem+json`.
    #[default]
    Problem,
    /// The envelope, sent as `application/json`.
    Envelope,
}

impl Representation {
    /// Returns the representation that the client prefers, according to the `Accept` header.
    ///
    /// Returns [`Envelope`](Self::Envelope) if the header gives `application/json` a higher weight than
    /// `application/problem+json`, or the same weight and a more specific range. Otherwise, returns
    /// [`Problem`](Self::Problem), even if the client accepts neither media type. RFC 9110, section 12.4.1, allows
    /// this.
    pub fn preferred(request: &HeaderMap) -> Self {
        match preference(request, Self::Envelope) > preference(request, Self::Problem) {
            true => Self::Envelope,
            false => Self::Problem,
        }
    }

    /// Whether the `Accept` header lists this media type explicitly, rather than with a wildcard. If existing clients
    /// rely on other error bodies, only send problems to clients for which [`Problem`](Self::Problem) is named.
    pub fn is_named(self, request: &HeaderMap) -> bool {
        matches!(preference(request, self), Preference::Wanted(_, Specificity::Exact))
    }

    /// Whether the client accepts this media type. True if `Accept` is missing, or if it lists the type or a matching
    /// wildcard.
    #[cfg(feature = "axum")]
    pub(crate) fn is_accepted(self, request: &HeaderMap) -> bool {
        !request.contains_key(http::header::ACCEPT) || matches!(preference(request, self), Preference::Wanted(..))
    }

    pub(crate) fn is_sent(self, response: &HeaderMap) -> bool {
        media_type(response).is_some_and(|found| found.eq_ignore_ascii_case(self.content_type()))
    }

    /// Returns the media type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Problem => "application/problem+json",
            Self::Envelope => "application/json",
        }
    }
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

/// Converts an error to a response. Works with any framework whose bodies can be created from a `String`.
///
/// The [module](self) lists the status, the headers and what the body omits. If the declared status isn't a valid final
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
