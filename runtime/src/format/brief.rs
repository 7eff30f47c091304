//! Writes `Brief`, which tells callers what they can act on. It uses few tokens, but people can still read it.
//!
//! ```text
//! error CONNECTION_REFUSED: cannot connect to database at db-1:5432
//! cause: Connection refused (ECONNREFUSED, os error 111)
//! help: Verify that the database is running: `dbtool status --host db-1`
//! retry: after 5s, double the wait each time
//! ```
//!
//! ```text
//! text  = header *("\n" line)
//! header = ("error" / "warning" / "critical") " " code ": " value
//! line  = label ": " value / "field " name ": " value / "values of " name ": " value
//!       / name ": " value / name ":" lines
//! label = "cause" / "detail" / "help" / "needs" / "fix" / "check" / "use" / "try" / "retry"
//!       / "side effects" / "docs" / "output"
//! retry = clause *(", " clause), each "yes", "after 1m 30s", "immediate",
//!         "same wait each time" or "double the wait each time"
//! ```
//!
//! Each cause, each invalid field, and each command that lists valid values has its own line. A context value has a
//! line unless another line contains the value. Each name in a listing has its own line. Other objects are omitted, and
//! `docs` is omitted if there's other advice.
//!
//! No value can forge a line: a line break in a value is followed by a space, and no other line starts with one.
//! Ambiguous names are quoted. White space in a code becomes an underscore, and a code that could be a word in a
//! sentence is quoted.

use super::actions::{Actions, SEPARATOR};
use super::choices::{Names, VALUES_FROM};
use super::message::Message;
use super::name::Name;
use super::object::ErrorObject;
use super::rest::{Explained, text};
use super::{Format, Renderer};
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::context::ContextValue;
use crate::error::json_value::{plain_text, show_plain_text};
use crate::error::listing::Listing;
use crate::text::cause::visit_causes;
use crate::text::contains::has_words;
use crate::text::limit::{Limit, Text};
use crate::text::sanitize::{Escape, SanitizingWriter};
use crate::text::sanitizer::{is_bidi_control, push_code_point};
use crate::text::special::{any_of, has_special};
use crate::vocabulary::duration::HumanDuration;
use crate::vocabulary::terms::{RetryStrategy, SideEffects};
use std::fmt::{self, Display};
use std::ops::Range;
use std::time::Duration;

pub(super) const FIELD: &str = "field ";
pub(super) const VALUES_OF: &str = "values of ";
pub(super) const CAUSE: &str = "cause";
pub(super) const TRY: &str = "try";
pub(super) const RETRY: &str = "retry";
pub(super) const SIDE_EFFECTS: &str = "side effects";
pub(super) const YES: &str = "yes";
pub(super) const AFTER: &str = "after ";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let cap = renderer.max_bytes();
    let object = ErrorObject::new(error, Some(Limit::with_code_points(cap)), renderer.states_causes());
    let facts = object.facts;
    let is_read = facts.is_read();
    out.push_str(facts.severity().as_str());
    out.push(' ');
    let code_at = out.len();
    object.visit_code(&mut |code| {
        text(&object, code, &mut |code| {
            SanitizingWriter::new(out, code.cap(cap), &mut Folded { in_code: true }).show(code.arguments());
        });
    });
    if is_word(&out[code_at..]) || out[code_at..].starts_with('"') {
        let code = out.split_off(code_at);
        out.push_str(&Name::among(&code, ": ", is_word).to_string());
    }
    out.push_str(": ");
    SanitizingWriter::new(out, cap, &mut Folded { in_code: false }).show(format_args!("{}", Message(error)));
    let mut page = BriefWriter { out, cap, may_search: MAX_SEARCHED };
    if renderer.states_causes() {
        visit_causes(error, &mut |cause| {
            page.line(CAUSE, Text::Value(cause));
        });
    }
    object.visit_field_errors(&mut |field| {
        let (name, text) = (object.truncated_name(field.field()), field.truncated(object.limit()));
        page.named(FIELD, Name::new(&name, ": "), Text::Joined(format_args!("{text}")));
    });
    let mut is_advised = false;
    for part in Part::ALL.iter().copied() {
        let Some(label) = part.label() else { continue };
        match part {
            Part::Detail => Explained { object, format: Format::Brief, lists_fields: true }.visit(&mut |text| {
                page.line(label, text);
            }),
            part if part.is_command() => object.visit_command(part, &mut |command| {
                is_advised |= page.line(label, Text::Value(command));
            }),
            Part::DocsUrl => {
                page.other_calls(&object);
                if is_read || !is_advised {
                    page.part(&object, part, label);
                }
            }
            _ => is_advised |= page.part(&object, part, label) && part.is_advice(),
        }
    }
    let said = page.out.len();
    let said = if is_read { None } else { Some(said) };
    object.visit_context(&mut |name, value| page.value(name, value, said));
}

struct BriefWriter<'a> {
    out: &'a mut String,
    cap: usize,
    /// How many more bytes of output may be searched for context values.
    may_search: usize,
}

/// Limits the search for context values in earlier lines. Once the limit is reached, all remaining values are written.
const MAX_SEARCHED: usize = 1024 * 1024;

impl BriefWriter<'_> {
    fn part(&mut self, object: &ErrorObject<'_>, part: Part, label: &'static str) -> bool {
        let mut is_written = false;
        object.visit_text(part, &mut |text| is_written |= self.line(label, Text::Value(text)));
        is_written
    }

    /// Writes the actions, the retry facts and the side effects.
    fn other_calls(&mut self, object: &ErrorObject<'_>) {
        let facts = object.facts;
        self.line(TRY, Text::Joined(format_args!("{}", Actions(object))));
        if facts.is_retryable() {
            let retry = Retry { wait: object.retry_after(), strategy: facts.retry };
            self.line(RETRY, Text::Joined(format_args!("{retry}")));
        }
        if let Some(done) = facts.side_effects.filter(|done| facts.is_read() || *done != SideEffects::None) {
            self.line(SIDE_EFFECTS, Text::Joined(format_args!("{done}")));
        }
    }

    /// Writes a line unless its value is empty. Returns whether the line was written.
    fn line(&mut self, label: &'static str, text: Text<'_>) -> bool {
        let start = self.out.len();
        self.out.push('\n');
        self.out.push_str(label);
        let is_written = self.end(text).is_some();
        if !is_written {
            self.out.truncate(start);
        }
        is_written
    }

    /// Writes a line with a name instead of a fixed label. Returns the offset of the value, or `None` if the value is
    /// empty.
    fn named(&mut self, before: &str, name: Name<'_>, text: Text<'_>) -> Option<usize> {
        self.out.push('\n');
        self.out.push_str(before);
        SanitizingWriter::new(self.out, usize::MAX, &mut Folded { in_code: false }).show(format_args!("{name}"));
        self.end(text)
    }

    /// Writes the separator and the value of a line. Returns the offset of the value, or `None` if the value is empty.
    fn end(&mut self, text: Text<'_>) -> Option<usize> {
        self.out.push_str(": ");
        let value = self.out.len();
        SanitizingWriter::new(self.out, text.cap(self.cap), &mut Folded { in_code: false }).show(text.arguments());
        (self.out.len() > value).then_some(value)
    }

    /// Writes a context value, unless it's an object or the output up to `said` contains it. For a parsed error, `said`
    /// is `None`, and all values are written.
    fn value(&mut self, name: &str, value: ContextValue<'_>, said: Option<usize>) {
        let is_in_message = said.is_some()
            && match value {
                ContextValue::Null | ContextValue::Redacted => true,
                ContextValue::Serialize(_) => adds_nothing(&plain_text(value).to_string()),
                _ => false,
            };
        if is_in_message || matches!(value, ContextValue::FieldErrors(_)) {
            return;
        }
        let start = self.out.len();
        let label = Name::among(name, ": ", is_reserved);
        let written = match value {
            ContextValue::Listing(listing) if name == VALUES_FROM => return self.values_from(listing),
            ContextValue::Listing(listing) if listing.is_described() => return self.listing(label, listing),
            ContextValue::Listing(listing) => {
                let names = listing.truncated(self.limit());
                self.named("", label, Text::Joined(format_args!("{names}")))
            }
            ContextValue::Nearest(names) => {
                let names = Names { names, limit: self.limit() };
                self.named("", label, Text::Joined(format_args!("{names}")))
            }
            value => {
                let mut written = None;
                show_plain_text(value, &mut |text| {
                    written = self.named("", Name::among(name, ": ", is_reserved), text);
                });
                written
            }
        };
        let is_left_out = match (written, said) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(at), Some(said)) => {
                let left = self.may_search.checked_sub(said);
                self.may_search = left.unwrap_or_default();
                left.is_some() && shows(&self.out[..said], &self.out[at..])
            }
        };
        if is_left_out {
            self.out.truncate(start);
        }
    }
}

/// Whether `Brief` omits a JSON value: `null`, an empty list, an object or a list of objects.
fn adds_nothing(json: &str) -> bool {
    matches!(json, "null" | "[]") || json.starts_with('{') || json.starts_with("[{")
}

impl BriefWriter<'_> {
    /// Writes the name of a listing, followed by one line per entry.
    fn listing(&mut self, name: Name<'_>, listing: &Listing) {
        self.out.push('\n');
        let listing = listing.truncated(self.limit());
        SanitizingWriter::new(self.out, usize::MAX, &mut Folded { in_code: false })
            .show(format_args!("{name}:\n{listing}"));
    }

    /// Writes one line per command that lists valid values.
    fn values_from(&mut self, commands: &Listing) {
        for (name, command) in commands.iter() {
            let name = self.limit().of_names().truncated(&name);
            self.named(VALUES_OF, Name::new(&name, ": "), Text::Value(format_args!("{command}")));
        }
    }

    fn limit(&self) -> Limit {
        Limit::with_code_points(self.cap)
    }
}

/// Whether the text contains the value as whole words.
fn shows(text: &str, value: &str) -> bool {
    has_words(text, value, |character| character.is_alphanumeric() || character == '_')
}

/// Whether a code could be a word in a sentence, as in `error reading: …`.
pub(super) fn is_word(code: &str) -> bool {
    !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'\'')
}

/// Whether a context name would be parsed as a label or as the name of a listing.
fn is_reserved(name: &str) -> bool {
    let begins_line = name.starts_with(char::is_whitespace) || name.starts_with(FIELD) || name.starts_with(VALUES_OF);
    name.is_empty() || begins_line || name.contains(":\n") || is_label(name)
}

pub(super) fn is_label(name: &str) -> bool {
    [CAUSE, TRY, RETRY, SIDE_EFFECTS].contains(&name) || Part::labelled(name).is_some()
}

/// Displays when to retry the call.
struct Retry {
    wait: Option<Duration>,
    strategy: Option<RetryStrategy>,
}

impl Display for Retry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wait = self.wait.filter(|wait| !wait.is_zero());
        match (wait, self.strategy.map(strategy)) {
            (Some(wait), Some(strategy)) => write!(f, "{AFTER}{}{SEPARATOR}{strategy}", HumanDuration(wait)),
            (Some(wait), None) => write!(f, "{AFTER}{}", HumanDuration(wait)),
            (None, strategy) => f.write_str(strategy.unwrap_or(YES)),
        }
    }
}

pub(super) const fn strategy(retry: RetryStrategy) -> &'static str {
    match retry {
        RetryStrategy::Immediate => "immediate",
        RetryStrategy::Linear => "same wait each time",
        RetryStrategy::Exponential => "double the wait each time",
    }
}

/// Escapes a string so that all its lines except the first start with a space.
struct Folded {
    /// Whether the string is a code. White space in a code is replaced.
    in_code: bool,
}

impl Escape for Folded {
    fn is_plain(&self, document: &str, text: Range<usize>) -> bool {
        // All characters that `write` replaces start with the byte 0xe2.
        !(self.in_code && document[text.clone()].contains(char::is_whitespace)
            || has_special::<{ any_of(b"\xe2") }>(document, text))
    }

    fn write(&mut self, text: &str, out: &mut String) {
        for character in text.chars() {
            match character {
                blank if self.in_code && blank.is_whitespace() => out.push('_'),
                // Some programs treat these characters as line breaks, so they're folded too.
                '\n' | '\u{2028}' | '\u{2029}' => out.push_str("\n "),
                other if is_bidi_control(other) => push_code_point(other, out),
                other => out.push(other),
            }
        }
    }

    fn shows_code_points(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::shows;

    #[test]
    fn a_value_is_in_a_text_only_as_whole_words() {
        let long = "a word of more than thirty-two bytes";
        for (text, value, is_shown) in [
            ("cannot connect to db-1:5432", "5432", true),
            ("port 54321", "5432", false),
            ("ports 54321 and 5432", "5432", true),
            ("größe", "öß", false),
            ("«é»", "é", true),
            ("e\u{301}", "e", true),
            (long, long, true),
            ("a word of more than thirty-two bytess, a word of more than thirty-two bytes", long, true),
            ("a word of more than thirty-two bytess", long, false),
            ("", "a", false),
            ("a~~~", "~~", false),
            ("a~~~~", "~~", true),
        ] {
            assert_eq!(shows(text, value), is_shown, "{value} in {text}");
        }
    }
}
