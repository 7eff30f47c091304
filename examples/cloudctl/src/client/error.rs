//! The errors of calls, as the client sees them. It does not know codes.

use crate::api::{Price, Problem};
use crate::connection::Connection;
use crate::secret::Secret;
use agent_error::definition::{Foreign, Invalid};
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use ureq::http::{HeaderMap, StatusCode, header::RETRY_AFTER};

/// A failed call and its address.
#[derive(Debug)]
pub(crate) struct ClientError {
    pub(crate) connection: Arc<Connection>,
    pub(crate) trouble: Trouble,
    /// The user who called and can log in again without a question.
    pub(crate) renewable_by: Option<String>,
}

#[derive(Debug)]
pub(crate) enum Trouble {
    /// The call has no token.
    NoCredentials,
    /// The API refused the call.
    Refused(Refused),
    /// The API rejected a value.
    Invalid(Invalid),
    /// No answer arrived.
    Transport(io::Error),
    /// An answer arrived that has another form than expected.
    Malformed(serde_json::Error),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) status: u16,
    pub(crate) message: String,
    /// What does not exist, if the status is 404 and the path is valid.
    pub(crate) resource: Option<String>,
    pub(crate) retry_after: Option<Duration>,
    /// The price of the call, if it was refused for it.
    pub(crate) price: Option<Box<Price>>,
}

agent_error::foreign!(
    Foreign::<ClientError>::new()
        .status(|error| error.refused().map(|refused| refused.status))
        .retry_after(|error| error.refused()?.retry_after)
        .invalid(|error| match &error.trouble {
            Trouble::Invalid(invalid) => Some(invalid.clone()),
            _ => None,
        })
);

impl ClientError {
    /// The API's explanation, if it refused the call.
    pub(crate) fn refused(&self) -> Option<&Refused> {
        match &self.trouble {
            Trouble::Refused(refused) => Some(refused),
            _ => None,
        }
    }

    /// The error without the secret that was sent, which answers may repeat.
    pub(crate) fn without(mut self, secret: &Secret) -> Self {
        let redact = |text: &mut String| *text = secret.hidden_in(text);
        match &mut self.trouble {
            Trouble::Refused(refused) => {
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
            Trouble::Refused(refused) => f.write_str(&refused.message),
            Trouble::Invalid(invalid) => write!(f, "invalid value for {}: {}", invalid.field, invalid.reason),
            Trouble::Transport(source) => source.fmt(f),
            Trouble::Malformed(_) => f.write_str("the answer is not the JSON that was asked for"),
        }
    }
}

impl Error for ClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.trouble {
            Trouble::Transport(source) => Some(source),
            Trouble::Malformed(source) => Some(source),
            Trouble::NoCredentials | Trouble::Refused(_) | Trouble::Invalid(_) => None,
        }
    }
}

impl Trouble {
    /// The error of an answer whose status is not a success. Its body may come from a proxy.
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
        Self::Refused(Refused { status: status.as_u16(), message, resource, retry_after, price })
    }
}

/// The wait that a Retry-After header asks for: seconds or a date (RFC 9110).
fn wait(value: &str, now: SystemTime) -> Option<Duration> {
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

/// The kind that the operating system would name, for errors with which the client has its own kinds.
impl From<ureq::Error> for Trouble {
    fn from(error: ureq::Error) -> Self {
        let kind = match &error {
            ureq::Error::Timeout(_) => ErrorKind::TimedOut,
            // The messages of these quote the answer, which may be a token.
            ureq::Error::Protocol(_) => return Self::Transport(invalid("it is not valid HTTP")),
            ureq::Error::LargeResponseHeader(..) => return Self::Transport(invalid("its header is too long")),
            ureq::Error::BodyExceedsLimit(_) => return Self::Transport(invalid("it is too long")),
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
    use super::{Refused, Trouble, wait};
    use std::time::Duration;
    use ureq::http::{HeaderMap, HeaderValue, StatusCode, header::RETRY_AFTER};

    #[track_caller]
    fn refused(status: u16, headers: &HeaderMap, body: &str) -> Refused {
        match Trouble::refused(StatusCode::from_u16(status).unwrap(), headers, body.as_bytes()) {
            Trouble::Refused(refused) => refused,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_refusal_says_what_the_body_says_or_else_what_the_status_means() {
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
    fn a_refusal_that_names_field_and_reason_is_about_a_value() {
        let body = br#"{"message": "m", "field": "os", "reason": "old"}"#;
        match Trouble::refused(StatusCode::UNPROCESSABLE_ENTITY, &HeaderMap::new(), body) {
            Trouble::Invalid(invalid) => assert_eq!((&*invalid.field, &*invalid.reason), ("os", "old")),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_wait_is_seconds_or_a_date() {
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
