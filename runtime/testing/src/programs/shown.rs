//! Parses the format `Human`, which only tests need.

use agent_error::ErrorRecord;
use agent_error::format::clean;
use std::time::Duration;

/// The column in which the values start. Continuation lines start there, too.
const INDENT: usize = 10;

/// Reads text such as `error[NOT_FOUND]: no such user`, followed by labeled lines. Returns `None`
/// if the first line isn't the header of an error.
pub(super) fn read(text: &str) -> Option<ErrorRecord> {
    let cleaned = clean(&text);
    let (header, rest) = cleaned.split_once('\n').unwrap_or((&cleaned, ""));
    let (severity, rest_of_header) = header.split_once('[')?;
    let (code, message) = rest_of_header.split_once("]: ")?;
    let mut message = message.to_owned();
    let mut entries: Vec<(&str, String)> = Vec::new();
    for line in rest.lines().filter(|line| !line.is_empty()) {
        let Some((label, value)) = line.split_at_checked(INDENT) else {
            break;
        };
        if label.trim().is_empty() {
            let continued = match entries.last_mut() {
                Some((_, value_so_far)) => value_so_far,
                None => &mut message,
            };
            continued.push('\n');
            continued.push_str(value);
        } else if let Some(label) = label.strip_suffix(": ") {
            entries.push((label.trim(), value.to_owned()));
        } else {
            break;
        }
    }
    let mut record = ErrorRecord::new(code, message).with_severity(severity.parse().ok()?);
    for (label, value) in entries {
        record = with_entry(record, label, value);
    }
    Some(record)
}

/// Adds a labeled value. Ignores other labels.
fn with_entry(record: ErrorRecord, label: &str, value: String) -> ErrorRecord {
    match label {
        "help" => record.with_suggestion(value),
        "detail" => record.with_detail(value),
        "needs" => record.with_fix_required(value),
        "fix" => record.with_fix_command(value),
        "check" => record.with_check_command(value),
        "use" => record.with_replacement(value),
        "docs" => record.with_docs_url(value),
        "output" => record.with_body(value),
        "try" => record.with_actions(value.split(", ")),
        "retry" => with_retry(record, &value),
        _ => record,
    }
}

fn with_retry(record: ErrorRecord, value: &str) -> ErrorRecord {
    let mut clauses = value.split("; ");
    let wait = clauses.find_map(|clause| clause.strip_prefix("wait "));
    match wait.and_then(duration) {
        Some(delay) => record.with_retry_after(delay),
        None => record.with_retryable(true),
    }
}

/// Reads a duration such as `1m 30s`.
fn duration(text: &str) -> Option<Duration> {
    let mut total = Duration::ZERO;
    for part in text.split(' ') {
        let unit_start = part.find(|c: char| !c.is_ascii_digit())?;
        let (number, unit) = part.split_at(unit_start);
        let number: u64 = number.parse().ok()?;
        total += match unit {
            "h" => Duration::from_secs(number * 3600),
            "m" => Duration::from_secs(number * 60),
            "s" => Duration::from_secs(number),
            "ms" => Duration::from_millis(number),
            _ => return None,
        };
    }
    Some(total)
}
