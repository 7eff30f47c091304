//! The header `Retry-After` of an answer (RFC 9110, section 10.2.3).

use crate::format::parsing::seconds::parse_seconds;
use http::HeaderMap;
use http::header::RETRY_AFTER;
use std::time::{Duration, SystemTime};

/// The wait that a server asks for: a number of seconds, or a date; a date in the past means no wait. `None` without
/// the header, or if it is neither.
///
/// ```
/// use agent_error::http::retry_after;
/// use http::{HeaderMap, HeaderValue, header::RETRY_AFTER};
/// use std::time::{Duration, UNIX_EPOCH};
///
/// let mut headers = HeaderMap::new();
/// headers.insert(RETRY_AFTER, HeaderValue::from_static("Thu, 01 Jan 1970 00:01:00 GMT"));
/// assert_eq!(retry_after(&headers, UNIX_EPOCH), Some(Duration::from_secs(60)));
/// ```
pub fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    // Some servers send fractions, which the RFC does not allow.
    parse_seconds(value).or_else(|| {
        let date = httpdate::parse_http_date(value).ok()?;
        Some(date.duration_since(now).unwrap_or_default())
    })
}
