//! Detects rate limits, which many servers report with statuses other than 429.

use crate::format::parsing::seconds::parse_seconds;
use http::{HeaderMap, StatusCode};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Error codes for rate limits, normalized to lowercase letters and without the suffix `Exception`.
const CODES: &str = "provisionedthroughputexceeded ratelimit ratelimited ratelimitexceeded requestlimitexceeded requestthrottled \
    slowdown throttled throttling toomanyrequests userratelimitexceeded";

/// Whether a response reports a rate limit. True for any 429, for a 400 or 403 with a rate-limit code, and for a 403
/// with a retry delay or with headers saying that no calls remain.
pub(super) fn is_reached(status: StatusCode, headers: &HeaderMap, code: &str, waits: bool) -> bool {
    match status.as_u16() {
        429 => true,
        400 => names_a_limit(code),
        403 => waits || names_a_limit(code) || is_exhausted(headers),
        _ => false,
    }
}

fn names_a_limit(code: &str) -> bool {
    let letters = code.bytes().filter(u8::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase());
    let letters = String::from_utf8(letters.collect()).unwrap_or_default();
    let code = letters.strip_suffix("exception").unwrap_or(&letters);
    CODES.split(' ').any(|known| known == code)
}

/// The prefixes of `X-RateLimit-…` headers and their variants.
const PREFIXES: &[&str] = &["x-ratelimit", "x-rate-limit", "ratelimit"];

fn counted<'a>(headers: &'a HeaderMap, what: &str) -> Option<&'a str> {
    PREFIXES.iter().find_map(|prefix| text(headers, &format!("{prefix}-{what}")))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

fn is_exhausted(headers: &HeaderMap) -> bool {
    counted(headers, "remaining") == Some("0")
}

/// Returns the delay until calls are allowed again, from headers other than `Retry-After`.
pub(super) fn reset(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let millis = || Some(parse_seconds(text(headers, "retry-after-ms")?)? / 1000);
    let counted = || at(parse_seconds(counted(headers, "reset")?)?, now);
    millis().or_else(counted).or_else(|| policies(text(headers, "ratelimit")?))
}

/// Interprets a reset time. Servers use the same header for seconds from now and for Unix timestamps.
fn at(seconds: Duration, now: SystemTime) -> Option<Duration> {
    const THIRTY_YEARS: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);
    match seconds < THIRTY_YEARS {
        true => Some(seconds),
        false => Some(UNIX_EPOCH.checked_add(seconds)?.duration_since(now).unwrap_or_default()),
    }
}

/// Parses the `RateLimit` header of the IETF drafts, such as `"hourly";r=0;t=50`, or `limit=10, remaining=0, reset=50`
/// in earlier drafts. Returns the longest delay of all exhausted policies.
fn policies(text: &str) -> Option<Duration> {
    let number = |part: &str, names: [&str; 2]| {
        let (name, value) = part.split_once('=')?;
        names.contains(&name.trim()).then(|| value.trim().parse::<u64>().ok())?
    };
    let is_one = text.contains("remaining=");
    let policies: Vec<&str> = if is_one { vec![text] } else { text.split(',').collect() };
    let waits = policies.into_iter().filter_map(|policy| {
        let parts = || policy.split([';', ',']);
        let left = parts().find_map(|part| number(part, ["r", "remaining"]))?;
        let wait = parts().find_map(|part| number(part, ["t", "reset"]))?;
        (left == 0).then(|| Duration::from_secs(wait))
    });
    waits.max()
}
