//! Durations for machines and for people.

use std::time::Duration;

/// Converts a duration to milliseconds, rounded up, so that callers never retry too early.
pub(crate) fn millis(wait: Duration) -> u64 {
    // A 128-bit division would take longer than the rest of an envelope's retry facts.
    wait.as_secs()
        .saturating_mul(1_000)
        .saturating_add(wait.subsec_nanos().div_ceil(1_000_000).into())
}

/// Converts a duration to whole seconds, rounded up, so that callers never retry too early.
pub(crate) const fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs()
        .saturating_add((wait.subsec_nanos() > 0) as u64)
}

/// Formats a duration for people, rounded up to milliseconds: `1h 30m`, `5s`, `250ms`.
pub(crate) fn human(wait: Duration) -> String {
    let total = millis(wait);
    let units = [
        (total / 3_600_000, "h"),
        (total / 60_000 % 60, "m"),
        (total / 1_000 % 60, "s"),
        (total % 1_000, "ms"),
    ];
    let mut parts = Vec::new();
    for (count, unit) in units {
        if count > 0 {
            parts.push(format!("{count}{unit}"));
        }
    }
    if parts.is_empty() {
        return "0s".to_owned();
    }
    parts.join(" ")
}

/// Parses a number of seconds, such as `30`, `0.5` or `1e-7`.
#[cfg(feature = "parse")]
pub(crate) fn parse_seconds(text: &str) -> Option<Duration> {
    // An `f64` can't represent all whole numbers.
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

/// Parses a number of milliseconds. Other programs may use fractions.
#[cfg(feature = "parse")]
pub(crate) fn parse_millis(text: &str) -> Option<Duration> {
    if let Ok(millis) = text.parse() {
        return Some(Duration::from_millis(millis));
    }
    let millis: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(millis / 1000.0).ok()
}
