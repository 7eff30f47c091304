//! `Human`: text for a person at a terminal.

use super::Meta;
use crate::record::ErrorRecord;
use std::fmt::Write;

/// Writes an error.
pub fn render(record: &ErrorRecord, _: Meta) -> String {
    let mut out = format!("{}[{}]: ", record.severity.unwrap_or("error"), record.code);
    lines(&mut out, &record.message, 10);
    let mut sections = Vec::new();
    for (level, cause) in record.causes.iter().enumerate() {
        sections.push(("cause", 2 * level.min(8), cause.clone()));
    }
    let texts = [
        ("detail", &record.detail),
        ("help", &record.suggestion),
        ("first", &record.fix_required),
        ("fix", &record.fix_command),
        ("check", &record.check_command),
        ("use", &record.replacement),
    ];
    sections.extend(texts.into_iter().filter_map(|(label, text)| Some((label, 0, text.clone()?))));
    if !record.actions.is_empty() {
        sections.push(("try", 0, record.actions.join(", ")));
    }
    if record.retryable {
        let mut retry = "the same call may succeed later".to_owned();
        if let Some(wait) = record.retry_after_ms {
            let _ = write!(retry, "; wait {}", seconds(wait));
        }
        sections.push(("retry", 0, retry));
    }
    sections.extend(record.docs_url.iter().map(|url| ("docs", 0, url.clone())));
    if !sections.is_empty() {
        out.push('\n');
    }
    for (label, level, text) in sections {
        let _ = write!(out, "{label:>8}: {:level$}", "");
        lines(&mut out, &text, 10 + level);
    }
    out
}

fn seconds(millis: u64) -> String {
    match millis {
        0..1_000 => format!("{millis}ms"),
        _ => format!("{}s", millis.div_ceil(1_000)),
    }
}

/// Writes a value. Its continuation lines are indented beyond the labels, so it can't forge one.
fn lines(out: &mut String, text: &str, column: usize) {
    for (index, line) in text.split(['\n', '\u{2028}', '\u{2029}']).enumerate() {
        if index > 0 {
            out.extend(std::iter::repeat_n(' ', column));
        }
        for character in line.chars() {
            match character {
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => {
                    let _ = write!(out, "{}", character.escape_unicode());
                }
                other => out.push(other),
            }
        }
        out.push('\n');
    }
}
