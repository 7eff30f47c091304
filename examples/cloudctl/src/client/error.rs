//! The client's errors. This module doesn't know about error codes.

use crate::api_types::{Price, Problem};
use crate::connection::Connection;
use crate::secret::Secret;
use agent_error::definition::{Foreign, Invalid};
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use ureq::http::{HeaderMap, StatusCode, header::RETRY_AFTER};

/// A failed call.
#[derive(Debug)]
pub(crate) struct ClientError {
    pub(crate) connection: Arc<Connection>,
    pub(crate) trouble: Trouble,
    /// The user, if logging in again needs no prompt.
    pub(crate) renewable_by: Option<String>,
}

#[derive(Debug)]
pub(crate) enum Trouble {
    /// There is no token.
    NoCredentials,
    /// The API returned an error status.
    ErrorStatus(ErrorResponse),
    /// The API rejected a value.
    Invalid(Invalid),
    /// The request failed, or the response couldn't be read.
    Transport(io::Error),
    /// The response has an unexpected structure.
    Malformed(serde_json::Error),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ErrorResponse {
    pub(crate) status: u16,
    pub(crate) message: String,
    /// The kind of the missing resource, if the status is 404 and the path is valid.
    pub(crate) resource: Option<String>,
    pub(crate) retry_after: Option<Duration>,
    /// The price of the call, if the balance didn't cover it.
    pub(crate) price: Option<Box<Price>>,
}

agent_error::foreign!(
    Foreign::<ClientError>::new()
        .status(|error| error.error_response().map(|refused| refused.status))
        .retry_after(|error| error.error_response()?.retry_after)
        .invalid(|error| match &error.trouble {
            Trouble::Invalid(invalid) => Some(invalid.clone()),
            _ => None,
        })
);

impl ClientError {
    /// Returns the API's error response, if there was one.
    pub(crate) fn error_response(&self) -> Option<&ErrorResponse> {
        match &self.trouble {
            Trouble::ErrorStatus(refused) => Some(refused),
            _ => None,
        }
    }

    /// Redacts a secret that was sent to the API, because its response may repeat the secret.
    pub(crate) fn without(mut self, secret: &Secret) -> Self {
        let redact = |text: &mut String| *text = secret.hidden_in(text);
        match &mut self.trouble {
            Trouble::ErrorStatus(refused) => {
                redact(&mut refused.message);
                refused.resource.as_mut().map(redact);
                if let Some(price) = &mut refused.price {
                    redact(&mut price.balance.currency);
                }
            }
            Trouble::Invalid(invalid) => {
                redact(&mut invalid.field);
                redact(&mut invalid.reason);
            }
            Trouble::NoCredentials | Trouble::Transport(_) | Trouble::Malformed(_) => {}
        }
        self
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.trouble {
            Trouble::NoCredentials => f.write_str("no credentials configured"),
            Trouble::ErrorStatus(refused) => f.write_str(&refused.message),
            Trouble::Invalid(invalid) => write!(f, "invalid value for {}: {}", invalid.field, invalid.reason),
            Trouble::Transport(source) => source.fmt(f),
            Trouble::Malformed(_) => f.write_str("the response does not have the expected structure"),
        }
    }
}

impl Error for ClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.trouble {
            Trouble::Transport(source) => Some(source),
            Trouble::Malformed(source) => Some(source),
            Trouble::NoCredentials | Trouble::ErrorStatus(_) | Trouble::Invalid(_) => None,
        }
    }
}

impl Trouble {
    /// Creates the error for an unsuccessful response. The body may come from a proxy.
    pub(crate) fn refused(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Self {
        let problem = Problem::read(body).unwrap_or_else(|| Problem::new(""));
        let Problem { message, resource, field, reason, retry_after_ms, price } = problem;
        if let (StatusCode::UNPROCESSABLE_ENTITY, Some(field), Some(reason)) = (status, field, reason) {
            return Self::Invalid(Invalid { field, reason });
        }
        let in_header = || headers.get(RETRY_AFTER).and_then(|value| wait(value.to_str().ok()?, SystemTime::now()));
        let retry_after = retry_after_ms.map(Duration::from_millis).or_else(in_header);
        let message = match message.is_empty() {
            true => status.canonical_reason().unwrap_or("no reason given").to_lowercase(),
            false => message,
        };
        Self::ErrorStatus(ErrorResponse { status: status.as_u16(), message, resource, retry_after, price })
    }
}

/// Parses a `Retry-After` header, which is a number of seconds or a date (RFC 9110).
fn wait(value: &str, now: SystemTime) -> Option<Duration> {
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

/// Converts an error of ureq to an I/O error with the matching kind.
impl From<ureq::Error> for Trouble {
    fn from(error: ureq::Error) -> Self {
        let kind = match &error {
            ureq::Error::Timeout(_) => ErrorKind::TimedOut,
            // The messages of these errors quote the response, which may contain a token.
            ureq::Error::Protocol(_) => return Self::Transport(invalid("invalid HTTP")),
            ureq::Error::LargeResponseHeader(..) => return Self::Transport(invalid("the header is too large")),
            ureq::Error::BodyExceedsLimit(_) => return Self::Transport(invalid("the body is too large")),
            _ => return Self::Transport(error.into_io()),
        };
        Self::Transport(io::Error::new(kind, error))
    }
}

fn invalid(reason: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use super::{ErrorResponse, Trouble, wait};
    use std::time::Duration;
    use ureq::http::{HeaderMap, HeaderValue, StatusCode, header::RETRY_AFTER};

    #[track_caller]
    fn refused(status: u16, headers: &HeaderMap, body: &str) -> ErrorResponse {
        match Trouble::refused(StatusCode::from_u16(status).unwrap(), headers, body.as_bytes()) {
            Trouble::ErrorStatus(refused) => refused,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_message_comes_from_the_body_or_else_from_the_status() {
        for (status, body, message) in [
            (402, r#"{"message": "insufficient balance"}"#, "insufficient balance"),
            (502, "<h1>Bad Gateway</h1>", "bad gateway"),
            (404, "", "not found"),
            (599, "{}", "no reason given"),
            (422, r#"{"message": "no", "field": "os"}"#, "no"),
            (400, r#"{"message": "no", "field": "os", "reason": "old"}"#, "no"),
            (402, r#"{"message": "no money", "retry_after_ms": -1, "resource": 7, "price_cents": "many"}"#, "no money"),
            (401, r#"{"message": ["unauthorized"]}"#, "unauthorized"),
            (404, r#"{"message": " "}"#, "not found"),
            (404, r#"{"message": "it en"#, "not found"),
            (403, "[]", "forbidden"),
        ] {
            let refused = refused(status, &HeaderMap::new(), body);
            assert_eq!((refused.status, refused.message.as_str()), (status, message));
        }
    }

    #[test]
    fn a_body_with_field_and_reason_is_a_validation_error() {
        let body = br#"{"message": "m", "field": "os", "reason": "old"}"#;
        match Trouble::refused(StatusCode::UNPROCESSABLE_ENTITY, &HeaderMap::new(), body) {
            Trouble::Invalid(invalid) => assert_eq!((&*invalid.field, &*invalid.reason), ("os", "old")),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let noon = httpdate::parse_http_date("Sun, 06 Nov 1994 12:00:00 GMT").unwrap();
        assert_eq!(wait("120", noon), Some(Duration::from_secs(120)));
        assert_eq!(wait("Sun, 06 Nov 1994 12:01:00 GMT", noon), Some(Duration::from_secs(60)));
        assert_eq!(wait("Sun, 06 Nov 1994 11:00:00 GMT", noon), Some(Duration::ZERO));
        assert_eq!(wait("soon", noon), None);
        assert_eq!(wait("-1", noon), None);
        let headers = [(RETRY_AFTER, HeaderValue::from_static("7"))].into_iter().collect();
        assert_eq!(refused(429, &headers, "").retry_after, Some(Duration::from_secs(7)));
        let body = r#"{"message": "m", "retry_after_ms": 6500}"#;
        assert_eq!(refused(429, &headers, body).retry_after, Some(Duration::from_millis(6500)), "the exact one");
    }
}
