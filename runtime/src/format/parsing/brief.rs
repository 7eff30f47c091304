//! Parses `Brief`. Names may be quoted, as written by [`summary`](crate::format::summary).

use crate::definition::part::Part;
use crate::error::field_error::FieldError;
use crate::error::listing::{Listing, VALUES_FROM};
use crate::error::record::ErrorRecord;
use crate::error::value::{ContextValue, FIELD_ERRORS};
use crate::format::brief::{
    AFTER, CAUSE, FIELD, RETRY, SIDE_EFFECTS, TRY, VALUES_OF, YES, is_advice, is_label, is_word,
    strategy,
};
use crate::format::summary::SEPARATOR;
use crate::ready::parse_error::ParseError;
use crate::text::cause::Cause;
use crate::text::sanitize::clean_capped;
use crate::vocabulary::terms::{RetryStrategy, Severity};
use std::borrow::Cow;
use std::time::Duration;

/// Whether the text starts with a header such as `error NOT_FOUND: …`. In `error reading: …`,
/// `reading` could be a code or part of a sentence. Such a code must be quoted or followed by
/// advice.
pub(crate) fn looks_brief(text: &str) -> bool {
    let first_line = text.split('\n').next().unwrap_or_default();
    let plain = uncolored(first_line);
    let Some(header) = read_header(&plain) else {
        return false;
    };
    let is_code = header.is_quoted || !is_word(&header.code);
    is_code || text.lines().skip(1).any(is_advice)
}

/// The first line: `error CODE: message`.
struct Header<'a> {
    severity: Severity,
    code: String,
    is_quoted: bool,
    message: &'a str,
}

fn read_header(line: &str) -> Option<Header<'_>> {
    let (severity, rest) = line.split_once(' ')?;
    let (code, message) = code_and_message(rest)?;
    if code.contains(char::is_whitespace) {
        return None;
    }
    Some(Header {
        severity: severity.parse().ok()?,
        code,
        is_quoted: rest.starts_with('"'),
        message,
    })
}

fn code_and_message(text: &str) -> Option<(String, &str)> {
    if let (code, Some(message)) = first_name(text, ": ") {
        return Some((code, message));
    }
    // Text editors may have removed the space before an empty message.
    let (code, _) = first_name(text.strip_suffix(':')?, ": ");
    Some((code, ""))
}

const NAME: &str = "brief";

/// The start of a line that continues an entry.
const CONTINUATION: &str = "\n ";

/// Stands for [`CONTINUATION`] while entries are split. The text contains no NUL, because control
/// characters were removed.
const JOINED: &str = "\0";

/// Parses `Brief`. Sentences that only look like its first line are another format.
pub(crate) fn read(text: &str) -> Result<ErrorRecord, ParseError> {
    let plain = uncolored(text);
    let plain = plain.strip_suffix('\n').unwrap_or(&plain);
    let joined = plain.replace(CONTINUATION, JOINED);
    let joined_entries = joined.split('\n');
    let field_count = joined_entries
        .clone()
        .filter(|entry| entry.starts_with(FIELD))
        .count();
    let mut entries = joined_entries.map(|entry| entry.replace(JOINED, "\n"));
    let first = entries.next().unwrap_or_default();
    let Some(header) = read_header(&first) else {
        let reason = "expected `error CODE: message` or the same with `warning` or `critical`";
        return Err(ParseError::malformed_in(NAME, reason));
    };
    let mut record = ErrorRecord::parsed(header.code, header.message);
    record.fields.facts.severity = Some(header.severity);
    let mut lists = Lists {
        causes: Vec::new(),
        // A growing vector would take up to three times the memory.
        fields: Vec::with_capacity(field_count),
        commands: Listing::new(),
    };
    for entry in entries {
        if !read_entry(&entry, &mut record, &mut lists) {
            return Err(ParseError::malformed_in(NAME, "expected `name: value`"));
        }
    }
    lists.move_to(&mut record);
    Ok(record)
}

/// Lists that have a line for each element.
struct Lists {
    causes: Vec<String>,
    fields: Vec<FieldError>,
    commands: Listing,
}

impl Lists {
    fn move_to(self, record: &mut ErrorRecord) {
        record.fields.cause = Cause::chain(self.causes);
        let context = &mut record.fields.context;
        if !self.fields.is_empty() {
            context.insert(FIELD_ERRORS, ContextValue::FieldErrors(self.fields));
        }
        if !self.commands.is_empty() {
            context.insert(VALUES_FROM, ContextValue::Listing(self.commands));
        }
    }
}

/// Parses a line and its continuation lines. Returns whether the line is valid.
fn read_entry(entry: &str, record: &mut ErrorRecord, lists: &mut Lists) -> bool {
    if let Some(field) = entry.strip_prefix(FIELD) {
        return read_field(field, record, lists);
    }
    if let Some(command) = entry.strip_prefix(VALUES_OF) {
        return read_command(command, record, lists);
    }
    let is_on_one_line = !is_listing(entry);
    let separator = if is_on_one_line { ": " } else { ":\n" };
    let (name, Some(value)) = first_name(entry, separator) else {
        return entry.is_empty();
    };
    let is_quoted = entry.starts_with('"');
    if is_quoted || !is_label(&name) {
        record.fields.context.insert(name, value);
        return true;
    }
    is_on_one_line && read_labeled(&name, value, record, lists)
}

/// Parses the value of a label. Returns whether it's valid.
fn read_labeled(label: &str, value: &str, record: &mut ErrorRecord, lists: &mut Lists) -> bool {
    match label {
        CAUSE => Cause::add(&mut lists.causes, value.to_owned()),
        TRY => record.fields.actions = read_names(value),
        RETRY => return read_retry(value, record),
        SIDE_EFFECTS => {
            let Ok(effects) = value.parse() else {
                return false;
            };
            record.fields.facts.side_effects = Some(effects);
        }
        _ => {
            let Some(part) = Part::labelled(label) else {
                return false;
            };
            *record.part_mut(part) = Some(value.to_owned());
        }
    }
    true
}

fn read_field(entry: &str, record: &mut ErrorRecord, lists: &mut Lists) -> bool {
    let (name, Some(message)) = first_name(entry, ": ") else {
        return false;
    };
    lists.fields.push(FieldError::new(name, message));
    // Reserves the place of the list in the context.
    let empty = ContextValue::FieldErrors(Vec::new());
    record.fields.context.insert(FIELD_ERRORS, empty);
    true
}

fn read_command(entry: &str, record: &mut ErrorRecord, lists: &mut Lists) -> bool {
    let (name, Some(command)) = first_name(entry, ": ") else {
        return false;
    };
    lists.commands.push(name, command);
    let empty = ContextValue::Listing(Listing::new());
    record.fields.context.insert(VALUES_FROM, empty);
    true
}

/// Whether the entry is a listing, whose name has its own line.
fn is_listing(entry: &str) -> bool {
    let Some((first_line, _)) = entry.split_once(":\n") else {
        return false;
    };
    if has_quoted_name(entry, ":\n") {
        return true;
    }
    let has_value = first_line.contains(": ") || has_quoted_name(entry, ": ");
    !has_value
}

fn read_retry(text: &str, record: &mut ErrorRecord) -> bool {
    record.fields.facts.retryable = Some(true);
    for clause in text.split(SEPARATOR) {
        if let Some(wait) = clause.strip_prefix(AFTER) {
            let Some(wait) = read_wait(wait) else {
                return false;
            };
            record.fields.retry_after = Some(wait);
        } else if let Some(strategy) = read_strategy(clause) {
            record.fields.facts.retry = Some(strategy);
        } else if clause != YES {
            return false;
        }
    }
    true
}

fn read_strategy(clause: &str) -> Option<RetryStrategy> {
    let mut strategies = RetryStrategy::ALL.iter().copied();
    strategies.find(|known| strategy(*known) == clause || earlier_strategy(*known) == clause)
}

/// Returns the words that versions before 0.1.0 wrote.
fn earlier_strategy(retry: RetryStrategy) -> &'static str {
    match retry {
        RetryStrategy::Immediate => strategy(retry),
        RetryStrategy::Constant => "same wait each time",
        RetryStrategy::Exponential => "double the wait each time",
    }
}

/// Removes colors, which a terminal may have added.
fn uncolored(text: &str) -> Cow<'_, str> {
    if text.contains(is_control) {
        clean_capped(&text, usize::MAX).into()
    } else {
        text.into()
    }
}

fn is_control(character: char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\t')
}

/// Parses a duration such as `1m 30s`.
fn read_wait(text: &str) -> Option<Duration> {
    let mut millis = 0_u64;
    for part in text.split(' ') {
        millis = millis.checked_add(read_millis(part)?)?;
    }
    Some(Duration::from_millis(millis))
}

/// Parses a number with a unit, such as `30s`. Returns milliseconds.
fn read_millis(text: &str) -> Option<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let factor = match unit {
        "h" => 3_600_000,
        "m" => 60_000,
        "s" => 1_000,
        "ms" => 1,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor)
}

/// Splits a string at the first separator into a name and the rest. If the name is quoted, removes
/// its quotes.
fn first_name<'a>(text: &'a str, separator: &str) -> (String, Option<&'a str>) {
    if let Some((name, rest)) = quoted(text)
        && (rest.is_empty() || rest.starts_with(separator))
    {
        return (name, rest.strip_prefix(separator));
    }
    match text.split_once(separator) {
        Some((name, rest)) => (name.to_owned(), Some(rest)),
        None => (text.to_owned(), None),
    }
}

fn has_quoted_name(text: &str, separator: &str) -> bool {
    quoted(text).is_some_and(|(_, rest)| rest.starts_with(separator))
}

fn read_names(text: &str) -> Vec<String> {
    let separators = text.matches(SEPARATOR).count();
    let mut names = Vec::with_capacity(separators + 1);
    let mut unread = Some(text);
    while let Some(list) = unread {
        let (name, rest) = first_name(list, SEPARATOR);
        if !name.is_empty() {
            names.push(name);
        }
        unread = rest;
    }
    names
}

/// Parses a quoted name at the start of a string. Returns the name and the rest of the text.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut characters = text.strip_prefix('"')?.chars();
    let mut name = String::new();
    loop {
        match characters.next()? {
            '"' => return Some((name, characters.as_str())),
            '\\' => {
                let escaped = characters.next()?;
                // Before any other character, a backslash is literal, as in `\u{202e}`.
                if !matches!(escaped, '"' | '\\') {
                    name.push('\\');
                }
                name.push(escaped);
            }
            other => name.push(other),
        }
    }
}
