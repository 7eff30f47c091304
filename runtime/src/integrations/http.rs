//! HTTP for any framework or client: errors as responses, and responses as errors.
//!
//! A server answers with [`response`]; with the feature `axum`, an error with `integrate(axum)` is a response. A client
//! reads any answer with [`ErrorRecord::from_response`], whatever server it comes from. The
//! [guide](crate::_guide::http) leads through both.
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
//! # What goes out
//!
//! | part | from |
//! |---|---|
//! | status | `status = …` on the variant, else the [table](crate::exit::http_status) of exit codes |
//! | body | [`Format::Problem`], as of RFC 9457, or [`Format::Envelope`] |
//! | `Content-Type` | `application/problem+json` or `application/json` |
//! | `Retry-After` | `retry_after`, in whole seconds, rounded up; the body has the milliseconds |
//! | `Cache-Control` | `no-store`: caches may keep a 404 unasked, and answer with it when the user exists |
//!
//! The caller adds headers that the error cannot know: `WWW-Authenticate` of a 401, which RFC 9110 requires, and
//! `Allow` of a 405. The framework removes the body of answers to `HEAD` and of statuses such as 204 or 304.
//!
//! # What stays inside
//!
//! The causes of a server error, which has a status of 500 or more: they mention files, hosts and queries, and clients
//! can't act on them. To show a cause to clients, put it into the message or into `detail = "{source}"`. The message,
//! `detail` and the context are sent with every status. If a [`Report`](crate::Report) contains no coded error, its
//! message is that of another library's error.
//!
//! The causes of a client error, which has a status below 500, are sent, because they are about the request.
//!
//! For the log, the extensions of every [`response`](response()) contain the complete error as an [`ErrorRecord`].

mod accept;
mod limits;
mod problem;
mod read;
mod response;
mod retry_after;
mod status;
mod text_body;

pub use read::{LONGEST_BODY, read};
pub use response::response;
#[cfg(feature = "axum")]
pub(crate) use response::{document, whole_seconds};
pub use retry_after::retry_after;
pub use status::{exit_code, is_retryable};

#[cfg(doc)]
use crate::error::record::ErrorRecord;
use crate::format::Format;
use http::HeaderMap;
use http::header::ACCEPT;
use std::borrow::Cow;

/// A form in which an error is sent over HTTP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Representation {
    /// `application/problem+json`, as in RFC 9457.
    #[default]
    Problem,
    /// The envelope, as `application/json`.
    Envelope,
}

impl Representation {
    /// The form that a client with these request headers prefers: [`Envelope`](Self::Envelope) if `Accept` gives
    /// `application/json` a higher weight, or the same weight and a more specific range; otherwise
    /// [`Problem`](Self::Problem). A client that accepts neither also gets a problem, as RFC 9110, section 12.4.1,
    /// allows.
    pub fn preferred(request: &HeaderMap) -> Self {
        let values = accepted(request);
        accept::preferred(values.iter().map(|value| &**value))
    }

    /// Whether the request's `Accept` header names this media type, not just a wildcard that includes it. If your
    /// clients rely on other error bodies, send problems only to clients that name [`Problem`](Self::Problem).
    pub fn is_named(self, request: &HeaderMap) -> bool {
        let values = accepted(request);
        accept::names(values.iter().map(|value| &**value), self)
    }

    /// Whether the request accepts this media type: `Accept` is missing, or names the type or a wildcard that includes it.
    #[cfg(feature = "axum")]
    pub(crate) fn is_accepted(self, request: &HeaderMap) -> bool {
        let values = accepted(request);
        values.is_empty() || accept::accepts(values.iter().map(|value| &**value), self)
    }

    /// Its media type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Problem => "application/problem+json",
            Self::Envelope => "application/json",
        }
    }

    /// Its format.
    pub const fn format(self) -> Format {
        match self {
            Self::Problem => Format::Problem,
            Self::Envelope => Format::Envelope,
        }
    }
}

/// The values of `Accept`. Bytes beyond ASCII are allowed in quoted strings, and spoil no more than their range.
fn accepted(request: &HeaderMap) -> Vec<Cow<'_, str>> {
    request.get_all(ACCEPT).iter().map(|value| String::from_utf8_lossy(value.as_bytes())).collect()
}
