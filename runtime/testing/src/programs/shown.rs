//! Parses the format `Human`, which only tests need.

use agent_error::ErrorRecord;
use agent_error::format::clean;
use std::time::Duration;

/// The column in which the values start. Continuation lines start there, too.
const INDENT: usize = 10;

/// Reads text such as `error[NOT_FOUND]: no such user`, followed by labeled lines. Returns `None`
/// if the first line isn't the header of an error.
pub(super) fn read(text: &str) -> Option<ErrorRecord> {
    let text = clean(&text);
    let (header, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let (severity, rest_of_header) = header.split_once('[')?;
    let (code, message) = rest_of_header.split_once("]: ")?;
    let mut record = ErrorRecord::new(code, message).with_severity(severity.parse().ok()?);
    let mut entry: Option<(&str, String)> = None;
    for line in rest.lines().filter(|line| !line.is_empty()) {
        match (line.split_at_checked(INDENT), &mut entry) {
            (Some((blank, more)), Some((_, value))) if blank.trim().is_empty() => {
                value.push('\n');
                value.push_str(more);
            }
            (Some((blank, more)), None) if blank.trim().is_empty() => {
                record.message = format!("{message}\n{more}")
            }
            (Some((label, value)), _) if label.ends_with(": ") => {
                if let Some((label, value)) =
                    entry.replace((label.trim().trim_end_matches(':'), value.to_owned()))
                {
                    set(&mut record, label, value);
                }
            }
            _ => break,
        }
    }
    if let Some((label, value)) = entry {
        set(&mut record, label, value);
    }
    Some(record)
}

/// Stores a labeled value. Ignores other labels.
fn set(record: &mut ErrorRecord, label: &str, value: String) {
    match label {
        "help" => record.suggestion = Some(value),
        "detail" => record.detail = Some(value),
        "needs" => record.fix_required = Some(value),
        "fix" => record.fix_command = Some(value),
        "check" => record.check_command = Some(value),
        "use" => record.replacement = Some(value),
        "docs" => record.docs_url = Some(value),
        "output" => record.body = Some(value),
        "try" => record.actions = value.split(", ").map(str::to_owned).collect(),
        "retry" => {
            record.facts.retryable = Some(true);
            let wait = value
                .split("; ")
                .find_map(|clause| clause.strip_prefix("wait "));
            record.retry_after = wait.and_then(duration);
        }
        _ => {}
    }
}

/// Reads a duration such as `1m 30s`.
fn duration(text: &str) -> Option<Duration> {
    text.split(' ').try_fold(Duration::ZERO, |total, part| {
        let unit = part.find(|character: char| !character.is_ascii_digit())?;
        let number: u64 = part[..unit].parse().ok()?;
        Some(
            total
                + match &part[unit..] {
                    "h" => Duration::from_secs(number * 3600),
                    "m" => Duration::from_secs(number * 60),
                    "s" => Duration::from_secs(number),
                    "ms" => Duration::from_millis(number),
                    _ => return None,
                },
        )
    })
}
