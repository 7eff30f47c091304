//! `Brief`: the facts that a caller acts on, in the fewest tokens that people can still read.
//!
//! ```text
//! error CONNECTION_REFUSED: cannot connect to database at db-1:5432
//! cause: Connection refused (os error 111)
//! help: Verify that the database is running: `dbtool status --host db-1`
//! retry: after 5s, exponential
//! ```
//!
//! ```text
//! text  = header *("\n" line)
//! header = ("error" / "warning" / "critical") " " code ": " value
//! line  = label ": " value / "field " name ": " value / name ": " value
//! label = "cause" / "detail" / "help" / "needs" / "fix" / "use" / "try" / "retry" / "side effects" / "docs" / "output"
//! retry = clause *(", " clause), each "yes", "after 1m 30s", "immediate", "linear" or "exponential"
//! ```
//!
//! There is one line of `cause` per cause, of `field` per invalid field, and of a name per context value that no other
//! line contains; objects are left out. `docs` is only there without other advice. A code has no blanks. A line break
//! in a value is followed by a space, and no other line begins with one, so no value can forge a line. An ambiguous
//! name is in quotes.

use super::actions::{Actions, SEPARATOR};
use super::human::parse::{first_line, read_wait, uncolored};
use super::name::{Name, first_name, names, quoted};
use super::object::{ErrorObject, visit_code, visit_fix};
use super::parse_error::ParseError;
use super::rest::{Explained, text};
use super::{Format, Renderer};
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::context::ContextValue;
use crate::error::field_error::FieldError;
use crate::error::json_value::plain_text;
use crate::error::record::ErrorRecord;
use crate::text::cause::{Cause, visit_causes};
use crate::text::clean::{Escape, SafeText};
use crate::text::cleaner::{has_special, turns_text};
use crate::vocabulary::duration::Wait;
use crate::vocabulary::terms::{RetryStrategy, Severity, SideEffects};
use std::fmt::{self, Display};
use std::time::Duration;

const FIELD: &str = "field ";
const CAUSE: &str = "cause";
const TRY: &str = "try";
const RETRY: &str = "retry";
const SIDE_EFFECTS: &str = "side effects";
const YES: &str = "yes";
const AFTER: &str = "after ";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let cap = renderer.max_bytes();
    let object = ErrorObject::new(error, Some(cap), renderer.states_causes());
    let facts = object.facts;
    let is_read = facts.is_read();
    out.push_str(facts.severity().as_str());
    out.push(' ');
    visit_code(error, &mut |code| {
        text(code, &mut |code| SafeText::new(out, cap, Folded { in_code: true }).show(code));
    });
    out.push_str(": ");
    SafeText::new(out, cap, Folded { in_code: false }).show(format_args!("{error}"));
    let mut page = Page { out, cap };
    if renderer.states_causes() {
        visit_causes(error, &mut |cause| {
            page.line(CAUSE, cause);
        });
    }
    error.visit_context(&mut |_, value| {
        if let ContextValue::FieldErrors(fields) = value {
            for field in fields {
                page.named(FIELD, Name::new(field.field(), ": "), format_args!("{field}"));
            }
        }
    });
    let mut is_advised = false;
    for part in Part::ALL.iter().copied() {
        let Some(label) = part.label() else { continue };
        match part {
            Part::Detail => Explained { object, format: Format::Brief, lists_fields: true }.visit(&mut |text| {
                page.line(label, text);
            }),
            Part::FixCommand => visit_fix(error, cap, &mut |fix| is_advised |= page.line(label, fix)),
            Part::DocsUrl => {
                page.other_calls(error);
                if is_read || !is_advised {
                    page.part(error, part, label);
                }
            }
            _ => is_advised |= page.part(error, part, label) && part.is_advice(),
        }
    }
    let said = page.out.len();
    error.visit_context(&mut |name, value| page.value(name, value, if is_read { None } else { Some(said) }));
}

struct Page<'a> {
    out: &'a mut String,
    cap: usize,
}

impl Page<'_> {
    fn part(&mut self, error: &dyn AgentError, part: Part, label: &'static str) -> bool {
        let mut is_written = false;
        error.visit_text(part, &mut |text| is_written |= self.line(label, text));
        is_written
    }

    /// What to call instead, when to repeat the call, and what it has already changed.
    fn other_calls(&mut self, error: &dyn AgentError) {
        let facts = error.facts();
        self.line(TRY, format_args!("{}", Actions(error)));
        if facts.is_retryable() {
            let retry = Retry { wait: error.retry_after(), strategy: facts.retry };
            self.line(RETRY, format_args!("{retry}"));
        }
        if let Some(done) = facts.side_effects.filter(|done| facts.is_read() || *done != SideEffects::None) {
            self.line(SIDE_EFFECTS, format_args!("{done}"));
        }
    }

    /// Writes a line, and returns whether it has text.
    fn line(&mut self, label: &'static str, text: fmt::Arguments<'_>) -> bool {
        let start = self.out.len();
        self.out.push('\n');
        self.out.push_str(label);
        let is_written = self.end(text);
        if !is_written {
            self.out.truncate(start);
        }
        is_written
    }

    /// Writes a line with its own name, and returns whether it has text.
    fn named(&mut self, before: &str, name: Name<'_>, text: fmt::Arguments<'_>) -> bool {
        self.out.push('\n');
        self.out.push_str(before);
        SafeText::new(self.out, usize::MAX, Folded { in_code: false }).show(format_args!("{name}"));
        self.end(text)
    }

    /// Ends a line, and returns whether it has text.
    fn end(&mut self, text: fmt::Arguments<'_>) -> bool {
        self.out.push_str(": ");
        let value = self.out.len();
        SafeText::new(self.out, self.cap, Folded { in_code: false }).show(text);
        self.out.len() > value
    }

    /// Writes a named value, unless it is an object or the text up to `said` contains it.
    fn value(&mut self, name: &str, value: ContextValue<'_>, said: Option<usize>) {
        let is_needless = matches!(value, ContextValue::Null | ContextValue::Redacted) && said.is_some();
        if is_needless || matches!(value, ContextValue::FieldErrors(_)) {
            return;
        }
        let may_nest = matches!(value, ContextValue::Serialize(_));
        let start = self.out.len();
        if !self.named("", Name::among(name, ": ", is_reserved), format_args!("{}", plain_text(value))) {
            self.out.truncate(start);
            return;
        }
        let Some(said) = said else { return };
        let (before, line) = (&self.out[..said], &self.out[start..]);
        // The value begins after the name, whose quotes may contain a separator.
        let shown = match quoted(&line[1..]) {
            Some((_, rest)) => rest.strip_prefix(": "),
            None => line.split_once(": ").map(|(_, value)| value),
        };
        let is_nested = |text: &str| may_nest && (text.starts_with('{') || text.starts_with("[{"));
        if shown.is_some_and(|shown| is_nested(shown) || shows(before, shown)) {
            self.out.truncate(start);
        }
    }
}

/// Whether a text contains a value as whole words.
fn shows(text: &str, value: &str) -> bool {
    let in_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(value).any(|(at, value)| {
        let (before, after) = (&text[..at], &text[at + value.len()..]);
        !in_word(before.chars().next_back()) && !in_word(after.chars().next())
    })
}

/// Whether a name of the context would be read as another one.
fn is_reserved(name: &str) -> bool {
    name.is_empty() || name.starts_with(char::is_whitespace) || name.starts_with(FIELD) || is_label(name)
}

fn is_label(name: &str) -> bool {
    [CAUSE, TRY, RETRY, SIDE_EFFECTS].contains(&name) || Part::labelled(name).is_some()
}

/// When to repeat the call.
struct Retry {
    wait: Option<Duration>,
    strategy: Option<RetryStrategy>,
}

impl Display for Retry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wait = self.wait.filter(|wait| !wait.is_zero());
        match (wait, self.strategy.map(strategy)) {
            (Some(wait), Some(strategy)) => write!(f, "{AFTER}{}{SEPARATOR}{strategy}", Wait(wait)),
            (Some(wait), None) => write!(f, "{AFTER}{}", Wait(wait)),
            (None, strategy) => f.write_str(strategy.unwrap_or(YES)),
        }
    }
}

const fn strategy(retry: RetryStrategy) -> &'static str {
    match retry {
        RetryStrategy::Immediate => "immediate",
        RetryStrategy::Linear => "linear",
        RetryStrategy::Exponential => "exponential",
    }
}

/// Text in which all lines but the first begin with a space.
struct Folded {
    /// In the code, which has no blanks.
    in_code: bool,
}

impl Escape for Folded {
    #[inline]
    fn passes(&mut self, text: &str) -> bool {
        // The replaced characters begin with 0xe2.
        !(has_special(text.as_bytes(), [0xe2]) || self.in_code && text.contains(char::is_whitespace))
    }

    fn write(&mut self, text: &str, out: &mut String) {
        for character in text.chars() {
            match character {
                blank if self.in_code && blank.is_whitespace() => out.push('_'),
                // Characters that other readers take for the end of a line end it here too.
                '\n' | '\u{2028}' | '\u{2029}' => out.push_str("\n "),
                other if turns_text(other) => out.extend(other.escape_unicode()),
                other => out.push(other),
            }
        }
    }
}

/// Whether it is a line that sentences such as `error reading: …` are not followed by.
fn is_advice(line: &str) -> bool {
    let advice = Part::ALL.iter().filter(|part| part.is_advice()).filter_map(|part| part.label());
    let is = |label: &str| line.strip_prefix(label).is_some_and(|rest| rest.starts_with(": "));
    advice.chain([TRY, RETRY, SIDE_EFFECTS]).any(is)
}

/// Whether the text begins with a header such as `error NOT_FOUND: …`. A code that could be a word of a sentence, such
/// as `error reading: …`, needs a line of advice below it.
pub(super) fn looks_brief(text: &str) -> bool {
    let is_word = |code: &str| code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'\'');
    header(&uncolored(first_line(text)))
        .is_some_and(|(_, code, _)| code.is_empty() || !is_word(code) || text.lines().skip(1).any(is_advice))
}

/// Severity, code and message of `error CODE: message`.
fn header(line: &str) -> Option<(Severity, &str, &str)> {
    let (severity, rest) = line.split_once(' ')?;
    let (code, message) = rest.split_once(": ").or_else(|| Some((rest.strip_suffix(':')?, "")))?;
    let is_code = !code.contains(char::is_whitespace);
    Some((severity.parse().ok()?, code, message)).filter(|_| is_code)
}

pub(super) fn parse(text: &str) -> Result<ErrorRecord, ParseError> {
    let plain = uncolored(text);
    let plain = plain.strip_suffix('\n').unwrap_or(&plain);
    let Some((severity, code, message)) = header(first_line(plain)) else {
        let reason = "expected `error CODE: message` or the same with `warning` or `critical`";
        return Err(ParseError::malformed(Format::Brief, text, 0, reason));
    };
    let mut record = ErrorRecord::unknown(code, message);
    record.facts.severity = Some(severity);
    let mut causes = Vec::new();
    let (mut entry, mut start, mut offset) = (None::<String>, 0, 0);
    // A last empty line ends the last entry.
    for line in plain.split('\n').chain([""]) {
        let begin = offset;
        offset += line.len() + 1;
        if begin == 0 {
            continue;
        }
        if let Some(more) = line.strip_prefix(' ') {
            let text = entry.as_mut().unwrap_or(&mut record.message);
            text.push('\n');
            text.push_str(more);
            continue;
        }
        if let Some(entry) = entry.replace(line.to_owned())
            && !read(&entry, &mut record, &mut causes)
        {
            return Err(ParseError::malformed(Format::Brief, plain, start, "expected `name: value`"));
        }
        start = begin;
    }
    record.cause = Cause::chain(causes);
    Ok(record)
}

/// Reads a line with its continuations, if it is one.
fn read(entry: &str, record: &mut ErrorRecord, causes: &mut Vec<String>) -> bool {
    if let Some((name, text)) = entry.strip_prefix(FIELD).map(|field| first_name(field, ": ")) {
        return text.map(|text| record.field_errors.push(FieldError::new(name, text))).is_some();
    }
    let (label, Some(value)) = first_name(entry, ": ") else { return entry.is_empty() };
    match label.as_str() {
        name if entry.starts_with('"') || !is_label(name) => record.context.insert(label, value),
        CAUSE => causes.push(value.to_owned()),
        TRY => record.actions = names(value, SEPARATOR),
        RETRY => return read_retry(value, record),
        SIDE_EFFECTS => {
            record.facts.side_effects = value.parse().ok();
            return record.facts.side_effects.is_some();
        }
        name => {
            let Some(part) = Part::labelled(name) else { return false };
            *record.part_mut(part) = Some(value.to_owned());
        }
    }
    true
}

fn read_retry(text: &str, record: &mut ErrorRecord) -> bool {
    record.facts.retryable = Some(true);
    text.split(SEPARATOR).all(|clause| {
        if let Some(wait) = clause.strip_prefix(AFTER) {
            record.retry_after = read_wait(wait);
            return record.retry_after.is_some();
        }
        let known = [RetryStrategy::Immediate, RetryStrategy::Linear, RetryStrategy::Exponential];
        let found = known.into_iter().find(|retry| strategy(*retry) == clause);
        record.facts.retry = found.or(record.facts.retry);
        clause == YES || found.is_some()
    })
}
