//! Strings on one line, and durations.

use std::time::Duration;

/// Puts a string on one line. Line breaks between two words become spaces, and all others are
/// dropped.
pub(crate) fn one_line(text: &str) -> String {
    let lines = text.split(['\n', '\u{2028}', '\u{2029}']);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// Formats a duration as an exact number of seconds, such as `30` or `0.5`.
pub(crate) fn seconds(wait: Duration) -> String {
    let nanos = format!("{:09}", wait.subsec_nanos());
    let fraction = nanos.trim_end_matches('0');
    if fraction.is_empty() {
        wait.as_secs().to_string()
    } else {
        format!("{}.{fraction}", wait.as_secs())
    }
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
