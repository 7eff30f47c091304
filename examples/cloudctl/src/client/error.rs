//! What can go wrong with a call, as the client knows it. It knows no codes.

use crate::api::Problem;
use crate::connection::Connection;
use std::io::{self, ErrorKind};
use std::time::{Duration, SystemTime};
use ureq::http::{HeaderMap, StatusCode, header::RETRY_AFTER};

/// A call that failed, and where it went.
#[derive(Debug, thiserror::Error)]
#[error("{trouble}")]
pub(crate) struct ClientError {
    pub(crate) connection: Connection,
    #[source]
    pub(crate) trouble: Trouble,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    /// There is no token for the API.
    #[error("no credentials configured")]
    NoCredentials,
    /// The API answered that it will not do it.
    #[error("{}", .0.message)]
    Refused(Refused),
    /// The API answered that a value is invalid.
    #[error("invalid value for {field}: {reason}")]
    Invalid { field: String, reason: String },
    /// No answer arrived.
    #[error(transparent)]
    Transport(io::Error),
    /// An answer arrived that is not what was asked for.
    #[error("the answer is not the JSON that was asked for")]
    Malformed(#[source] serde_json::Error),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) status: u16,
    pub(crate) message: String,
    pub(crate) resource: Option<String>,
    pub(crate) retry_after: Option<Duration>,
}

impl Trouble {
    /// What an answer says whose status is no success. Its body is the API's, or that of anything between.
    pub(crate) fn refused(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Self {
        let reason = || status.canonical_reason().unwrap_or("no reason given").to_lowercase();
        let problem = serde_json::from_slice(body).unwrap_or_else(|_| Problem::new(reason()));
        if let (StatusCode::UNPROCESSABLE_ENTITY, Problem { field: Some(field), reason: Some(reason), .. }) =
            (status, &problem)
        {
            return Self::Invalid { field: field.clone(), reason: reason.clone() };
        }
        let retry_after = headers.get(RETRY_AFTER).and_then(|value| wait(value.to_str().ok()?, SystemTime::now()));
        let Problem { message, resource, .. } = problem;
        Self::Refused(Refused { status: status.as_u16(), message, resource, retry_after })
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

/// The kind of trouble that the operating system would name, where the client has a name of its own for it.
impl From<ureq::Error> for Trouble {
    fn from(error: ureq::Error) -> Self {
        let kind = match &error {
            ureq::Error::Timeout(_) => ErrorKind::TimedOut,
            ureq::Error::HostNotFound => ErrorKind::HostUnreachable,
            _ => return Self::Transport(error.into_io()),
        };
        Self::Transport(io::Error::new(kind, error))
    }
}

#[cfg(test)]
mod tests {
    use super::{Refused, Trouble, wait};
    use std::time::Duration;
    use ureq::http::{HeaderMap, HeaderValue, StatusCode};

    fn refused(status: u16, body: &str) -> Trouble {
        Trouble::refused(StatusCode::from_u16(status).unwrap(), &HeaderMap::new(), body.as_bytes())
    }

    #[test]
    fn a_refusal_says_what_the_body_says_or_else_what_the_status_means() {
        for (status, body, message) in [
            (402, r#"{"message": "insufficient balance"}"#, "insufficient balance"),
            (502, "<h1>Bad Gateway</h1>", "bad gateway"),
            (404, "", "not found"),
            (599, "{}", "no reason given"),
            (422, r#"{"message": "no", "field": "os"}"#, "no"),
        ] {
            let Trouble::Refused(refused) = refused(status, body) else { panic!("{status} {body}") };
            assert_eq!((refused.status, refused.message.as_str()), (status, message));
        }
    }

    #[test]
    fn a_refusal_that_names_field_and_reason_is_about_a_value() {
        let trouble = refused(422, r#"{"message": "m", "field": "os", "reason": "old"}"#);
        assert_eq!(trouble.to_string(), "invalid value for os: old");
        let other_status = refused(400, r#"{"message": "m", "field": "os", "reason": "old"}"#);
        assert_eq!(other_status.to_string(), "m");
    }

    #[test]
    fn a_wait_is_seconds_or_a_date() {
        let noon = httpdate::parse_http_date("Sun, 06 Nov 1994 12:00:00 GMT").unwrap();
        assert_eq!(wait("120", noon), Some(Duration::from_secs(120)));
        assert_eq!(wait("Sun, 06 Nov 1994 12:01:00 GMT", noon), Some(Duration::from_secs(60)));
        assert_eq!(wait("Sun, 06 Nov 1994 11:00:00 GMT", noon), Some(Duration::ZERO));
        assert_eq!(wait("soon", noon), None);
        assert_eq!(wait("-1", noon), None);
        let headers: HeaderMap = [(ureq::http::header::RETRY_AFTER, HeaderValue::from_static("7"))].into_iter().collect();
        let expected = Refused {
            status: 429,
            message: "too many requests".to_owned(),
            resource: None,
            retry_after: Some(Duration::from_secs(7)),
        };
        match Trouble::refused(StatusCode::TOO_MANY_REQUESTS, &headers, b"") {
            Trouble::Refused(refused) => assert_eq!(refused, expected),
            other => panic!("{other}"),
        }
    }
}
