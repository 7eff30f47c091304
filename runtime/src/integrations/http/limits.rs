//! Refusals because of too many calls, which many servers send with a status of another meaning.

use crate::vocabulary::duration::parse_seconds;
use http::{HeaderMap, StatusCode};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Codes that say so in letters alone, without the `Exception` that some end with.
const CODES: &[&str] = &[
    "provisionedthroughputexceeded",
    "ratelimit",
    "ratelimited",
    "ratelimitexceeded",
    "requestlimitexceeded",
    "requestthrottled",
    "slowdown",
    "throttled",
    "throttling",
    "toomanyrequests",
    "userratelimitexceeded",
];

/// Whether an answer refuses a call because there were too many: a 429 does, and a 400 or 403 whose code says so, or whose
/// headers say that none is left; a 403 also if it says when to come back.
pub(super) fn is_reached(status: StatusCode, headers: &HeaderMap, code: &str, waits: bool) -> bool {
    match status.as_u16() {
        429 => true,
        400 => tells(code),
        403 => waits || tells(code) || is_exhausted(headers),
        _ => false,
    }
}

fn tells(code: &str) -> bool {
    let letters = code.bytes().filter(u8::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase());
    let letters = String::from_utf8(letters.collect()).unwrap_or_default();
    CODES.contains(&letters.strip_suffix("exception").unwrap_or(&letters))
}

/// `X-RateLimit-…` and its relatives.
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

/// When calls are served again, by the headers that are not `Retry-After`.
pub(super) fn reset(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let millis = || Some(parse_seconds(text(headers, "retry-after-ms")?)? / 1000);
    let counted = || at(parse_seconds(counted(headers, "reset")?)?, now);
    millis().or_else(counted).or_else(|| policies(text(headers, "ratelimit")?))
}

/// A number of seconds from now, or since 1970: some servers send the one and some the other under the same name.
fn at(seconds: Duration, now: SystemTime) -> Option<Duration> {
    const THIRTY_YEARS: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);
    match seconds < THIRTY_YEARS {
        true => Some(seconds),
        false => Some(UNIX_EPOCH.checked_add(seconds)?.duration_since(now).unwrap_or_default()),
    }
}

/// The header `RateLimit` of the IETF's drafts: `"hourly";r=0;t=50`, and before `limit=10, remaining=0, reset=50`. The
/// longest of the policies that leave no call counts.
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
