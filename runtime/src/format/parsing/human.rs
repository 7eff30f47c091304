//! Parses `Human`. The result is incomplete if the text was wrapped or truncated.

use super::error::ParseError;
use super::names::{first_name, names};
use crate::definition::part::Part;
use crate::error::field_error::FieldError;
use crate::error::record::ErrorRecord;
use crate::format::Format;
use crate::format::actions::SEPARATOR;
use crate::format::human::hints::unlisted;
use crate::format::human::{INDENT, MAY_SUCCEED, WAIT, context_member, level_indent, strategy};
use crate::text::cause::Cause;
use crate::text::sanitize::clean_capped;
use crate::vocabulary::terms::{RetryStrategy, Severity};
use std::borrow::Cow;
use std::time::Duration;

/// Whether the text starts with a header. The header may be colored.
pub(super) fn looks_human(text: &str) -> bool {
    // A newline ends every escape sequence, so the first line is self-contained.
    header(&uncolored(first_line(text))).is_some()
}

pub(super) fn parse(text: &str) -> Result<ErrorRecord, ParseError> {
    let plain = uncolored(text);
    let plain = plain.strip_suffix('\n').unwrap_or(&plain);
    let Some((severity, code, message)) = header(first_line(plain)) else {
        let reason = "expected `error[CODE]: message` or the same with `warning` or `critical`";
        return Err(ParseError::malformed(Format::Human, text, 0, reason));
    };
    let mut record = ErrorRecord::unknown(code, message);
    record.facts.severity = Some(severity);
    let mut lists = Lists::default();
    let mut field = Target::Message;
    let mut offset = 0;
    for line in plain.split('\n') {
        let start = offset;
        offset += line.len() + 1;
        if start == 0 || line.is_empty() {
            continue;
        }
        if let Some(more) = without_spaces(line, INDENT) {
            field.extend(&mut record, &mut lists, more);
            continue;
        }
        let Some(next) = line
            .trim_start()
            .split_once(": ")
            .and_then(|(label, text)| Target::begin(label, text, &mut record, &mut lists))
        else {
            return Err(ParseError::malformed(Format::Human, plain, start, "expected a label as in `help: `"));
        };
        field = next;
    }
    if let Some(hints) = record.suggestion.as_deref().and_then(unlisted) {
        record.suggestion = Some(hints);
    }
    record.cause = Cause::chain(lists.causes);
    let fields = lists.fields.iter().map(|field| match first_name(field, ": ") {
        (field, Some(text)) => FieldError::new(field, text),
        (_, None) => FieldError::new("", field.as_str()),
    });
    record.field_errors = fields.collect();
    record.context.extend(lists.context.into_iter().map(|(name, text)| (name.to_owned(), text.into())));
    record.actions = lists.actions.as_deref().map(|actions| names(actions, SEPARATOR)).unwrap_or_default();
    Ok(record)
}

/// The strings that are only converted after the last line.
#[derive(Default)]
struct Lists {
    causes: Vec<String>,
    fields: Vec<String>,
    actions: Option<String>,
    /// The names and the strings of context values.
    context: Vec<(&'static str, String)>,
}

pub(super) fn uncolored(text: &str) -> Cow<'_, str> {
    match text.contains(|character: char| character.is_control() && !matches!(character, '\n' | '\t')) {
        true => clean_capped(&text, usize::MAX).into(),
        false => text.into(),
    }
}

pub(super) fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or_default()
}

/// Splits `error[CODE]: message` or `error: message` into the severity, the code and the message.
fn header(line: &str) -> Option<(Severity, &str, &str)> {
    let end = line.find(['[', ':'])?;
    let severity: Severity = line[..end].to_ascii_lowercase().parse().ok()?;
    let rest = &line[end..];
    let (code, message) = match rest.strip_prefix('[') {
        Some(rest) => rest.split_once("]:")?,
        None => ("", rest.strip_prefix(':')?),
    };
    Some((severity, code, message.strip_prefix(' ').unwrap_or(message)))
}

/// The part of the record to which continuation lines belong.
#[derive(Clone, Copy)]
enum Target {
    Message,
    Cause { level: usize },
    Field,
    Context,
    Text(Part),
    Actions,
    Retry,
}

impl Target {
    /// Stores the text after a label. Returns `None` if the label is unknown.
    fn begin(label: &str, text: &str, record: &mut ErrorRecord, lists: &mut Lists) -> Option<Self> {
        let part = match label {
            "cause" => {
                let level = lists.causes.len();
                lists.causes.push(without_indent(text, level).to_owned());
                return Some(Self::Cause { level });
            }
            "field" => {
                lists.fields.push(text.to_owned());
                return Some(Self::Field);
            }
            "try" => {
                lists.actions = Some(text.to_owned());
                return Some(Self::Actions);
            }
            "retry" => {
                read_retry(text, record);
                return Some(Self::Retry);
            }
            other => match context_member(other) {
                Some(name) => {
                    lists.context.push((name, text.to_owned()));
                    return Some(Self::Context);
                }
                None => Part::labelled(other)?,
            },
        };
        *record.part_mut(part) = Some(text.to_owned());
        Some(Self::Text(part))
    }

    /// Appends a continuation line.
    fn extend(self, record: &mut ErrorRecord, lists: &mut Lists, line: &str) {
        let (text, line) = match self {
            Self::Message => (Some(&mut record.message), line),
            Self::Cause { level } => (lists.causes.last_mut(), without_indent(line, level)),
            Self::Field => (lists.fields.last_mut(), line),
            Self::Context => (lists.context.last_mut().map(|(_, text)| text), line),
            Self::Text(part) => (record.part_mut(part).as_mut(), line),
            Self::Actions => (lists.actions.as_mut(), line),
            Self::Retry => (None, line),
        };
        if let Some(text) = text {
            text.push('\n');
            text.push_str(line);
        }
    }
}

/// Removes the spaces that show the level of a cause.
fn without_indent(text: &str, level: usize) -> &str {
    without_spaces(text, level_indent(level)).unwrap_or(text)
}

/// Removes the given number of leading spaces. Returns `None` if there are fewer.
fn without_spaces(text: &str, columns: usize) -> Option<&str> {
    let (spaces, rest) = text.split_at_checked(columns)?;
    spaces.bytes().all(|byte| byte == b' ').then_some(rest)
}

fn read_retry(text: &str, record: &mut ErrorRecord) {
    for (index, clause) in text.split("; ").enumerate() {
        if index == 0 {
            record.facts.retryable = (clause == MAY_SUCCEED).then_some(true);
        } else if let Some(wait) = clause.strip_prefix(WAIT) {
            record.retry_after = read_wait(wait);
        } else {
            let known = [RetryStrategy::Immediate, RetryStrategy::Linear, RetryStrategy::Exponential];
            record.facts.retry = known.into_iter().find(|retry| strategy(*retry) == clause);
        }
    }
}

/// Parses a duration such as `1h 30m 5s 250ms`.
pub(super) fn read_wait(text: &str) -> Option<Duration> {
    let millis = text.split(' ').try_fold(0_u64, |total, part| {
        let unit = part.find(|c: char| !c.is_ascii_digit())?;
        let factor = match &part[unit..] {
            "h" => 3_600_000,
            "m" => 60_000,
            "s" => 1_000,
            "ms" => 1,
            _ => return None,
        };
        total.checked_add(part[..unit].parse::<u64>().ok()?.checked_mul(factor)?)
    });
    millis.map(Duration::from_millis)
}
