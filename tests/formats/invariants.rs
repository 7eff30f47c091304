//! Properties of any input that a parser accepts, and of any record.
//!
//! The fuzz target in `tests/fuzz` also includes this file.

use agent_error::format::ParseError;
use agent_error::{AgentError, ErrorRecord, Format, render};
use serde_json::Value;

/// Parses a string in the given format, or in the detected one, and checks the resulting record or
/// error.
#[track_caller]
pub(crate) fn check_text(text: &str, format: Option<Format>) -> Result<ErrorRecord, ParseError> {
    let read = format.map_or_else(|| crate::parse(text), |format| crate::read(format, text));
    match &read {
        Ok(record) => check_record(record),
        Err(error) => check_error(error),
    }
    read
}

/// Checks that every format renders the record as a well-formed document, and that parsing the
/// document gives a stable record.
#[track_caller]
pub(crate) fn check_record(record: &ErrorRecord) {
    for format in crate::ALL {
        let text = render(record, *format);
        check_form(*format, &text);
        // People's text can't be parsed.
        if *format == Format::HUMAN {
            continue;
        }
        let read = crate::read(format, &text)
            .unwrap_or_else(|error| panic!("{format} does not read {text:?}: {error}"));
        let again = crate::read(format, &render(&read, *format));
        assert_eq!(again.as_ref(), Ok(&read), "{format}: {text:?}");
    }
}

/// Checks that a document follows the syntax of its format and contains no control characters.
#[track_caller]
pub(crate) fn check_form(format: Format, text: &str) {
    assert!(
        text.chars()
            .all(|c| !c.is_control() || c == '\n' || c == '\t'),
        "{format}: {text:?}"
    );
    match format.name() {
        "human" => assert!(is_human(text), "{text}"),
        "tagged" => assert!(is_tagged(text), "{text:?}"),
        "brief" => assert!(is_brief(text), "{text:?}"),
        "xml" => {
            let document = roxmltree::Document::parse(text);
            assert!(document.is_ok(), "{document:?}: {text:?}");
        }
        _ => {
            // A parser with the usual nesting limit must accept the document.
            let value: Result<Value, _> = serde_json::from_str(text);
            assert!(
                value.is_ok_and(|value| value.is_object()),
                "{format}: {text:?}"
            );
            assert!(!text.contains('\n'), "{format}: {text:?}");
        }
    }
}

/// Whether the string has an `error[CODE]: message` header and, after a blank line, labels in their
/// order. Continuation lines are indented. A label that a value forged would occur twice or out of
/// order.
pub(crate) fn is_human(text: &str) -> bool {
    const REPEATED: [&str; 3] = ["cause", "field", "nearest values choices valid missing"];
    let [cause, field, listing] = REPEATED;
    // Without a delay, `retry` comes after `try`.
    let order = [
        cause, field, "detail", "retry", "needs", "check", "fix", "help", "use", listing, "try",
        "retry", "docs", "output",
    ];
    let has = |line: &str, labels: &str| {
        labels
            .split(' ')
            .any(|label| line.starts_with(&format!("{label:>8}: ")))
    };
    let is_continued = |line: &&str| line.starts_with("          ");
    let Some(text) = text.strip_suffix('\n') else {
        return false;
    };
    let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut after = 0;
    let mut place = |line: &str| {
        let mut places = (0..order.len()).filter(|place| has(line, order[*place]));
        let first = places.next()?;
        let place = places.next().filter(|_| after > first).unwrap_or(first);
        after = place;
        Some(place)
    };
    let labels = body.lines().filter(|line| !is_continued(line));
    let labels: Option<Vec<usize>> = labels.map(&mut place).collect();
    ["error", "warning", "critical"]
        .iter()
        .any(|severity| head.starts_with(severity))
        && head.lines().skip(1).all(|line| is_continued(&line))
        && labels.is_some_and(|it| {
            it.is_sorted_by(|a, b| a < b || a == b && REPEATED.contains(&order[*a]))
        })
}

/// Whether the string has a `[error:CODE] summary` header, an optional hint, and an optional body
/// after a blank line.
pub(crate) fn is_tagged(text: &str) -> bool {
    let mut lines = text.split('\n');
    let header = lines.next().unwrap_or_default();
    let mut rest = lines.peekable();
    rest.next_if(|line| line.starts_with("hint: "));
    header.starts_with("[error:") && header.contains("] ") && rest.next().is_none_or(str::is_empty)
}

/// Whether the string has an `error CODE: message` header, followed only by named lines and
/// continuation lines.
pub(crate) fn is_brief(text: &str) -> bool {
    let mut entries: Vec<String> = Vec::new();
    for line in text.split('\n') {
        match (line.strip_prefix(' '), entries.last_mut()) {
            (Some(more), Some(entry)) => entry.push_str(more),
            _ => entries.push(line.to_owned()),
        }
    }
    let severity = text.split(' ').next().unwrap_or_default();
    ["error", "warning", "critical"].contains(&severity)
        && entries.iter().all(|entry| entry.contains(": "))
}

/// Checks that a parse error can itself be rendered.
#[track_caller]
fn check_error(error: &ParseError) {
    assert_eq!(error.record().exit_code(), 65);
    check_record(&ErrorRecord::of(error));
}
