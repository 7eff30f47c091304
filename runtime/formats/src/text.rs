//! Strings on one line, and durations.

use agent_error::ErrorRecord;
use std::time::Duration;

/// Puts a string on one line. Line breaks between two words become spaces, and all others are
/// dropped.
pub(crate) fn one_line(text: &str) -> String {
    let lines = text.split(['\n', '\u{2028}', '\u{2029}']);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// Puts sentences, each of which is a line, on one line. Separates them with semicolons, unless a
/// sentence ends with punctuation of its own. Indented lines continue a sentence.
pub(crate) fn sentences_on_one_line(text: &str) -> String {
    let mut line = String::new();
    for sentence in text.split(['\n', '\u{2028}', '\u{2029}']) {
        if sentence.is_empty() {
            continue;
        }
        let is_continued =
            sentence.starts_with(' ') || line.ends_with(['.', ',', ':', ';', '!', '?']);
        if !line.is_empty() {
            line.push_str(if is_continued { " " } else { "; " });
        }
        line.push_str(sentence);
    }
    line
}

/// Joins the causes, outermost first. Returns `None` if there are none.
pub(crate) fn joined_causes(record: &ErrorRecord) -> Option<String> {
    let causes: Vec<&str> = record.causes().collect();
    (!causes.is_empty()).then(|| causes.join(": "))
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
