//! Writes `Brief`, which contains everything that a caller can act on. The guide to formats
//! describes each line.
//!
//! ```text
//! error CONNECTION_REFUSED: cannot connect to database at db-1:5432
//! cause: Connection refused (ECONNREFUSED, os error 111)
//! retry: after 5s, exponential
//! help: Verify that the database is running: `dbtool status --host db-1`
//! ```
//!
//! ```text
//! text  = header *("\n" line)
//! header = ("error" / "warning" / "critical") " " code ": " value
//! line  = label ": " value / "field " name ": " value / "values of " name ": " value
//!       / name ": " value / name ":" lines
//! label = "cause" / "detail" / "side effects" / "retry" / "needs" / "check" / "fix" / "help"
//!       / "use" / "try" / "docs" / "output"
//! retry = clause *(", " clause), each "yes", "after 1m 30s", "immediate",
//!         "constant" or "exponential"
//! ```
//!
//! The lines with advice are in the order in which a caller follows them. If there's no delay, `retry`
//! comes after `try`. Readers accept any order.
//!
//! If the templates of a record are unknown, a context value has a line unless another line
//! contains the value. A single word or number must be quoted there, because another line may contain
//! it by coincidence. Similar names always have a line, because advice refers to them, unless
//! they are the calls to try.
//!
//! No value can forge a line: a line break in a value is followed by a space, and no other line
//! starts with one.

use super::Style;
use super::summary::{SEPARATOR, named, names, quoted};
use crate::definition::part::Part;
use crate::error::listing::VALUES_FROM;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::json::JsonText;
use crate::text::contains::{contains, contains_words};
use crate::text::sanitize::escaped_lines;
use crate::text::secret::REDACTED;
use crate::vocabulary::duration::human;
use crate::vocabulary::terms::{RetryStrategy, Severity, SideEffects};
use std::time::Duration;

pub(super) const FIELD: &str = "field ";
pub(super) const VALUES_OF: &str = "values of ";
pub(super) const CAUSE: &str = "cause";
pub(super) const TRY: &str = "try";
pub(super) const RETRY: &str = "retry";
pub(super) const SIDE_EFFECTS: &str = "side effects";
pub(super) const YES: &str = "yes";
pub(super) const AFTER: &str = "after ";

pub(super) fn write(record: &ErrorRecord, _: &Style<'_>) -> String {
    let code = escaped_lines(record.code(), " ").replace(char::is_whitespace, "_");
    let mut page = BriefWriter(folded(record.message()));
    for cause in record.causes() {
        page.line(CAUSE, cause);
    }
    for field in record.field_errors() {
        page.named(FIELD, &named(field.field(), ": "), &format!("{field}"));
    }
    page.part(record, Part::Detail);
    page.steps(record);
    if !has_advice(record) {
        page.part(record, Part::DocsUrl);
    }
    page.part(record, Part::Body);
    page.context(record);
    let severity = record.fields.facts.severity();
    format!("{severity} {}: {}", page.shown_code(&code), page.0)
}

/// Escapes a string so that all its lines except the first start with a space.
fn folded(text: &str) -> String {
    escaped_lines(text, "\n ")
}

/// Whether a part of the record is advice, so that the caller needs no docs.
fn has_advice(record: &ErrorRecord) -> bool {
    let mut parts = Part::advice().filter_map(|part| record.part(part));
    parts.any(|text| !text.is_empty())
}

/// The message, and the lines so far.
struct BriefWriter(String);

/// Limits the search for context values in earlier lines. Once the limit is reached, all remaining
/// values are written.
const MAX_SEARCHED: usize = 1024 * 1024;

impl BriefWriter {
    /// Quotes a code that a reader could take for a word of a sentence.
    fn shown_code(&self, code: &str) -> String {
        let has_advice = self.0.lines().skip(1).any(is_advice);
        if is_word(code) && !has_advice {
            quoted(code)
        } else {
            named(code, ": ")
        }
    }

    /// Writes a line unless its value is empty.
    fn line(&mut self, label: &str, text: &str) {
        if !text.is_empty() {
            self.0.push_str(&format!("\n{label}: {}", folded(text)));
        }
    }

    fn part(&mut self, record: &ErrorRecord, part: Part) {
        if let (Some(label), Some(text)) = (part.label(), record.part(part)) {
            self.line(label, text);
        }
    }

    fn named(&mut self, before: &str, name: &str, text: &str) {
        self.0
            .push_str(&format!("\n{before}{}: {}", folded(name), folded(text)));
    }

    /// Writes what the caller does next, in order.
    fn steps(&mut self, record: &ErrorRecord) {
        self.side_effects(record);
        if record.must_wait() {
            self.retry(record);
        }
        for part in Part::advice() {
            self.part(record, part);
        }
        self.line(TRY, &names(&record.fields.actions));
        if !record.must_wait() {
            self.retry(record);
        }
    }

    fn side_effects(&mut self, record: &ErrorRecord) {
        let effects = record.fields.facts.side_effects;
        if let Some(effects) = effects.filter(|effects| *effects != SideEffects::None) {
            self.line(SIDE_EFFECTS, effects.as_str());
        }
    }

    fn retry(&mut self, record: &ErrorRecord) {
        let facts = record.fields.facts;
        if facts.is_retryable() {
            self.line(
                RETRY,
                &retry_clauses(record.fields.retry_after, facts.retry),
            );
        }
    }

    /// Writes the context values that no earlier line contains.
    fn context(&mut self, record: &ErrorRecord) {
        let lines = self.0.clone();
        let mut searches = MAX_SEARCHED / lines.len().max(1);
        for (name, value) in record.shown_context() {
            let label = if is_reserved(name) {
                quoted(name)
            } else {
                named(name, ": ")
            };
            match value {
                // `write` has written these.
                ContextValue::FieldErrors(_) => {}
                ContextValue::Nearest(similar) => {
                    if !similar.is_empty() && !record.offers(similar) {
                        self.named("", &label, &names(similar));
                    }
                }
                ContextValue::Listing(commands) if name == VALUES_FROM => {
                    for (field, command) in commands.iter() {
                        self.named(VALUES_OF, &named(field, ": "), command);
                    }
                }
                ContextValue::Listing(listing) if listing.is_described() => {
                    let section = format!("{label}:\n{}", listing.unaligned());
                    self.0.push_str(&format!("\n{}", folded(&section)));
                }
                ContextValue::Json(json) if adds_nothing(json) => {}
                ContextValue::Json(_) | ContextValue::Listing(_) => {
                    let text = value.text();
                    let is_repeated = searches > 0 && is_said(record, name, &text, &lines);
                    searches = searches.saturating_sub(1);
                    if !text.is_empty() && !is_repeated {
                        self.named("", &label, &text);
                    }
                }
            }
        }
    }
}

/// Whether the lines contain a context value.
fn is_said(record: &ErrorRecord, name: &str, text: &str, lines: &str) -> bool {
    if let Some(is_in_text) = record.is_in_text(name) {
        return is_in_text && contains_words(lines, &folded(text));
    }
    if is_single_word(text) {
        is_quoted_in(lines, text)
    } else {
        contains_words(lines, &folded(text))
    }
}

/// Whether a value is a single word or number, such as `prod` or `-1.5`. Parsing numbers would make
/// programs 17 kB larger.
fn is_single_word(text: &str) -> bool {
    text.chars().all(is_in_word) || text.chars().all(is_in_number)
}

fn is_in_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn is_in_number(character: char) -> bool {
    character.is_ascii_digit() || "+-.".contains(character)
}

fn is_quoted_in(lines: &str, word: &str) -> bool {
    let quotes = ['\'', '"', '`'];
    quotes
        .iter()
        .any(|quote| contains(lines, &format!("{quote}{word}{quote}")))
}

/// Whether `Brief` omits a value: `null`, a secret, an empty list, an object or a list of objects.
fn adds_nothing(value: &JsonText) -> bool {
    match value {
        JsonText::Text(text) => text == REDACTED,
        JsonText::Other(json) => ["null", "{", "[]", "[{"]
            .iter()
            .any(|start| json.get().starts_with(start)),
    }
}

/// Whether a code could be a word in a sentence, as in `error reading: …`.
pub(super) fn is_word(code: &str) -> bool {
    !code.is_empty()
        && code
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'\'')
}

/// Whether a context name would be parsed as a label or as the name of a listing, or looks like a
/// label or a header.
fn is_reserved(name: &str) -> bool {
    name.is_empty()
        || name != name.trim()
        || name.starts_with(FIELD)
        || name.starts_with(VALUES_OF)
        || contains(name, ":\n")
        || is_label(name)
        || begins_like_header(name)
}

/// Whether the first word is a severity, as in `error NOT_FOUND`.
fn begins_like_header(name: &str) -> bool {
    let first_word = name.split_whitespace().next().unwrap_or_default();
    first_word.parse::<Severity>().is_ok()
}

/// Whether the line is advice. Such a line never follows an ordinary sentence like
/// `error reading: …`.
pub(super) fn is_advice(line: &str) -> bool {
    let labels_of_parts = Part::advice().filter_map(Part::label);
    let mut labels = labels_of_parts.chain([TRY, RETRY, SIDE_EFFECTS]);
    labels.any(|label| has_label(line, label))
}

fn has_label(line: &str, label: &str) -> bool {
    match line.strip_prefix(label) {
        Some(rest) => rest.starts_with(": "),
        None => false,
    }
}

pub(super) fn is_label(name: &str) -> bool {
    [CAUSE, TRY, RETRY, SIDE_EFFECTS].contains(&name) || Part::labelled(name).is_some()
}

fn retry_clauses(wait: Option<Duration>, retry: Option<RetryStrategy>) -> String {
    let mut clauses = Vec::new();
    if let Some(wait) = wait {
        clauses.push(format!("{AFTER}{}", human(wait)));
    }
    if let Some(retry) = retry {
        clauses.push(strategy(retry).to_owned());
    }
    if clauses.is_empty() {
        return YES.to_owned();
    }
    clauses.join(SEPARATOR)
}

pub(super) const fn strategy(retry: RetryStrategy) -> &'static str {
    match retry {
        RetryStrategy::Immediate => "immediate",
        RetryStrategy::Constant => "constant",
        RetryStrategy::Exponential => "exponential",
    }
}
