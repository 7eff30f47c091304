//! Parses the `Retry-After` response header (RFC 9110, section 10.2.3).

use crate::format::parsing::seconds::parse_seconds;
use http::HeaderMap;
use http::header::RETRY_AFTER;
use std::time::{Duration, SystemTime};

/// Returns the delay in the `Retry-After` header, which contains either seconds or a date. A date in the past means no
/// delay. Returns `None` if the header is missing or invalid.
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
    // Some servers send fractional seconds, which the RFC doesn't allow.
    parse_seconds(value).or_else(|| {
        let date = httpdate::parse_http_date(value).ok()?;
        Some(date.duration_since(now).unwrap_or_default())
    })
}
