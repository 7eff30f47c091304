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
use crate::vocabulary::terms::{RetryStrategy, SideEffects};
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
    let is_ambiguous = is_word(&code) && !page.0.lines().skip(1).any(is_advice);
    let code = if is_ambiguous {
        quoted(&code)
    } else {
        named(&code, ": ")
    };
    format!("{} {code}: {}", record.fields.facts.severity(), page.0)
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

struct BriefWriter(String);

/// Limits the search for context values in earlier lines. Once the limit is reached, all remaining
/// values are written.
const MAX_SEARCHED: usize = 1024 * 1024;

impl BriefWriter {
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
            self.line(RETRY, &retry(record.fields.retry_after, facts.retry));
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
            let text = match value {
                ContextValue::FieldErrors(_) => continue,
                ContextValue::Json(value) if adds_nothing(value) => continue,
                ContextValue::Nearest(similar) => {
                    if !similar.is_empty() && !record.offers(similar) {
                        self.named("", &label, &names(similar));
                    }
                    continue;
                }
                ContextValue::Listing(commands) if name == VALUES_FROM => {
                    for (name, command) in commands.iter() {
                        self.named(VALUES_OF, &named(name, ": "), command);
                    }
                    continue;
                }
                ContextValue::Listing(listing) if listing.is_described() => {
                    self.0.push_str(&format!(
                        "\n{}",
                        folded(&format!("{label}:\n{}", listing.unaligned()))
                    ));
                    continue;
                }
                value => value.text(),
            };
            let is_said = searches > 0
                && match record.is_in_text(name) {
                    Some(is_in_text) => is_in_text && contains_words(&lines, &folded(&text)),
                    None if is_single_word(&text) => is_quoted_in(&lines, &text),
                    None => contains_words(&lines, &folded(&text)),
                };
            searches = searches.saturating_sub(1);
            if !text.is_empty() && !is_said {
                self.named("", &label, &text);
            }
        }
    }
}

/// Whether a value is a single word or number, such as `prod` or `-1.5`. Parsing numbers would make
/// programs 17 kB larger.
fn is_single_word(text: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let is_number = |character: char| character.is_ascii_digit() || "+-.".contains(character);
    text.chars().all(is_word) || text.chars().all(is_number)
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

/// Whether a context name would be parsed as a label or as the name of a listing.
fn is_reserved(name: &str) -> bool {
    let begins_line = name.starts_with(char::is_whitespace)
        || name.starts_with(FIELD)
        || name.starts_with(VALUES_OF);
    name.is_empty() || begins_line || contains(name, ":\n") || is_label(name)
}

/// Whether the line is advice. Such a line never follows an ordinary sentence like
/// `error reading: …`.
pub(super) fn is_advice(line: &str) -> bool {
    let advice = Part::advice().filter_map(Part::label);
    let is = |label: &str| {
        line.strip_prefix(label)
            .is_some_and(|rest| rest.starts_with(": "))
    };
    advice.chain([TRY, RETRY, SIDE_EFFECTS]).any(is)
}

pub(super) fn is_label(name: &str) -> bool {
    [CAUSE, TRY, RETRY, SIDE_EFFECTS].contains(&name) || Part::labelled(name).is_some()
}

fn retry(wait: Option<Duration>, retry: Option<RetryStrategy>) -> String {
    let wait = wait.map(|wait| format!("{AFTER}{}", human(wait)));
    match (wait, retry.map(strategy)) {
        (Some(wait), Some(strategy)) => format!("{wait}{SEPARATOR}{strategy}"),
        (Some(wait), None) => wait,
        (None, strategy) => strategy.unwrap_or(YES).to_owned(),
    }
}

pub(super) const fn strategy(retry: RetryStrategy) -> &'static str {
    match retry {
        RetryStrategy::Immediate => "immediate",
        RetryStrategy::Constant => "constant",
        RetryStrategy::Exponential => "exponential",
    }
}
