//! HTTP, whatever the framework or the client: errors as responses, and responses as errors.
//!
//! A server answers with [`response`]; with the feature `axum`, an error with `integrate(axum)` does by itself, and the
//! module `axum` is the way to an API in five minutes. A client reads any answer with [`ErrorRecord::from_response`], no matter who wrote it.
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
//! Yours to add is what the error cannot know: `WWW-Authenticate` of a 401, which RFC 9110 requires, and `Allow` of a
//! 405. Leaving out the body for `HEAD`, and for a status as 204 or 304 if an error should state one, is the framework's
//! business.
//!
//! # What stays inside
//!
//! The causes of a failure of the server, which is a status of 500 or more: they tell of files, hosts and queries, and a
//! client can do nothing about them. The whole error is in the extensions of the [`response`](response()), as an
//! [`ErrorRecord`], for the layer that writes the log. What a client may know of a cause belongs into the message or into
//! `detail = "{source}"`. Message, `detail` and context go out whatever the status is, and a message of a library's, too,
//! where a [`Report`](crate::Report) holds an error without a code.
//!
//! The causes of a refusal, a status below 500, go out: they are about what the client sent.

mod accept;
mod distrust;
mod limits;
mod problem;
mod read;
mod response;
mod retry_after;
mod status;
mod text_body;

pub use read::{LONGEST_BODY, read};
pub use response::response;
pub use retry_after::retry_after;
pub use status::{exit_code, is_retryable};

#[cfg(doc)]
use crate::error::record::ErrorRecord;
use crate::format::Format;
use http::HeaderMap;
use http::header::ACCEPT;
use std::borrow::Cow;

/// The two forms in which an error is sent over HTTP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Representation {
    /// `application/problem+json`, as of RFC 9457.
    #[default]
    Problem,
    /// Our envelope, which is `application/json`.
    Envelope,
}

impl Representation {
    /// What the client prefers that sends a request with these headers: [`Envelope`](Self::Envelope) if it gives
    /// `application/json` a higher weight in `Accept`, or the same and names it more exactly; else
    /// [`Problem`](Self::Problem). A client that accepts neither gets a problem, too: an error that cannot be read is better
    /// than none (RFC 9110, section 12.4.1).
    pub fn preferred(request: &HeaderMap) -> Self {
        let values = accepted(request);
        accept::preferred(values.iter().map(|value| &**value))
    }

    /// Whether `Accept` of the request names this media type itself, and not only a wildcard: an API whose bodies its clients
    /// know answers with problems only where [`Problem`](Self::Problem) is named.
    pub fn is_named(self, request: &HeaderMap) -> bool {
        let values = accepted(request);
        accept::names(values.iter().map(|value| &**value), self)
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
