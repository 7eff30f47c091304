//! Writes `Human`: text for a person at a terminal, in the style of rustc and clap.
//!
//! ```text
//! error[DB_CONNECTION_REFUSED]: cannot connect to database at localhost:5432
//!
//!    cause: Connection refused (ECONNREFUSED, os error 111)
//!     help: Verify that the database is running: `dbtool status --host localhost`
//!    retry: the same call may succeed later; wait 5s
//!     docs: https://docs.example.com/errors/DB_CONNECTION_REFUSED
//! ```
//!
//! No value can forge a label, because the continuation lines of a value are indented beyond the labels. Ambiguous
//! names are quoted. Bidirectional control characters are shown as escapes such as `\u{202e}`, as in rustc.

pub(super) mod hints;
#[cfg(feature = "terminal")]
mod wrap;

use super::Format;
use super::actions::Actions;
use super::choices::{Commands, Names, VALUES_FROM};
use super::message::Message;
use super::name::Name;
use super::object::ErrorObject;
use super::renderer::Renderer;
use super::rest::{Explained, text};
use crate::definition::may_have::MayHave;
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::context::ContextValue;
use crate::error::listing::Listing;
use crate::text::cause::visit_causes;
use crate::text::contains::{contains, has_words};
use crate::text::limit::{Limit, Text};
use crate::text::sanitize::{Escape, SanitizingWriter, TerminalEscape};
use crate::text::sanitizer::{is_bidi_control, push_code_point};
use crate::text::special::{any_of, has_special};
use crate::text::style::{Role, Styles};
use crate::vocabulary::duration::HumanDuration;
use crate::vocabulary::terms::RetryStrategy;
use std::fmt::{self, Display};
use std::ops::Range;
use std::time::Duration;
#[cfg(feature = "terminal")]
use wrap::wrapped;

/// The column in which values start.
pub(super) const INDENT: usize = 10;

/// The maximum length of a label, not counting the `: ` after it.
const LONGEST_LABEL: usize = INDENT - 2;

const _: () = {
    let mut at = 0;
    while at < Part::ALL.len() {
        if let Some(label) = Part::ALL[at].label() {
            assert!(label.len() <= LONGEST_LABEL, "a label has at most eight letters");
        }
        at += 1;
    }
};

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let styles = Styles::new(renderer.terminal().color);
    let limit = Limit::with_code_points(renderer.max_bytes());
    let object = ErrorObject::new(error, Some(limit), renderer.states_causes());
    let mut page = HumanWriter { renderer, styles, object, out, text: String::with_capacity(128), has_sections: false };
    page.header();
    let mut level = 0;
    visit_causes(error, &mut |cause| level += usize::from(page.section("cause", level, false, Text::Value(cause))));
    object.visit_field_errors(&mut |field| {
        let (name, text) = (object.truncated_name(field.field()), field.truncated(object.limit()));
        page.section("field", 0, false, Text::Joined(format_args!("{}: {text}", Name::new(&name, ": "))));
    });
    for part in Part::ALL.iter().copied() {
        let Some(label) = part.label() else { continue };
        if part == Part::DocsUrl {
            page.choices();
            page.other_calls();
        }
        let mut section = |is_verbatim, text: Text<'_>| {
            page.section(label, 0, is_verbatim, text);
        };
        match part {
            Part::Detail => {
                Explained { object, format: Format::Human, lists_fields: true }.visit(&mut |text| section(false, text));
            }
            part if part.is_command() => object.visit_command(part, &mut |command| section(true, Text::Value(command))),
            // Records, which have no definition, are written in full.
            Part::Replacement if error.def().is_some() && advice_names_replacement(&object) => {}
            _ => {
                let is_verbatim = matches!(part, Part::Replacement | Part::DocsUrl | Part::Body);
                object.visit_text(part, &mut |text| section(is_verbatim, Text::Value(text)));
            }
        }
    }
}

/// Whether the suggestion contains the replacement. If so, people only need to read the suggestion.
fn advice_names_replacement(object: &ErrorObject<'_>) -> bool {
    let mut is_named = false;
    // Checks the replacement first, because few errors have one.
    object.visit_text(Part::Replacement, &mut |replacement| {
        object.visit_text(Part::Suggestion, &mut |advice| is_named = contains(&advice, &replacement));
    });
    is_named
}

/// The label for nearest names.
pub(super) const NEAREST: &str = "nearest";
/// The label for commands that list valid values.
pub(super) const VALUES: &str = "values";
/// The labels for listings. If none matches the context name, the last label is used.
const LISTINGS: [&str; 3] = ["valid", "missing", "choices"];

fn listing_label(name: &str) -> &'static str {
    LISTINGS.into_iter().find(|label| *label == name).unwrap_or(LISTINGS[2])
}

/// Returns the name of the context value that a label stands for, if there is one.
#[cfg(feature = "parse")]
pub(super) fn context_member(label: &str) -> Option<&'static str> {
    match label {
        VALUES => Some(VALUES_FROM),
        NEAREST => Some(NEAREST),
        label => LISTINGS.into_iter().find(|listing| *listing == label),
    }
}

/// Displays when to retry the call.
struct RetryText {
    wait: Option<Duration>,
    retry: Option<RetryStrategy>,
}

pub(super) const MAY_SUCCEED: &str = "the same call may succeed later";
pub(super) const WAIT: &str = "wait ";

/// Returns the wording for a retry strategy.
pub(super) const fn strategy(retry: RetryStrategy) -> &'static str {
    match retry {
        RetryStrategy::Immediate => "repeat at once",
        RetryStrategy::Linear => "the same pause each time",
        RetryStrategy::Exponential => "double the pause each time",
    }
}

impl Display for RetryText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MAY_SUCCEED)?;
        if let Some(wait) = self.wait.filter(|wait| !wait.is_zero()) {
            write!(f, "; {WAIT}{}", HumanDuration(wait))?;
        }
        self.retry.map_or(Ok(()), |retry| write!(f, "; {}", strategy(retry)))
    }
}

/// Returns the indentation of a cause at the given level.
pub(super) fn level_indent(level: usize) -> usize {
    const DEEPEST: usize = 8;
    2 * level.min(DEEPEST)
}

struct HumanWriter<'a> {
    renderer: &'a Renderer<'a>,
    styles: Styles,
    object: ErrorObject<'a>,
    out: &'a mut String,
    /// A scratch buffer for the current section.
    text: String,
    has_sections: bool,
}

impl HumanWriter<'_> {
    /// Writes `error[CODE]: message`.
    fn header(&mut self) {
        let (object, error) = (self.object, self.object.error);
        let severity = object.facts.severity();
        let cap = self.renderer.max_bytes();
        let mut head = std::mem::take(&mut self.text);
        head.push_str(severity.as_str());
        let code = head.len() + 1;
        object.visit_code(&mut |code| {
            text(&object, code, &mut |code| {
                SanitizingWriter::new(&mut head, code.cap(cap), &mut InCode).show(code.arguments());
            });
        });
        if head.len() >= code {
            head.insert(code - 1, '[');
            head.push(']');
        }
        self.styles.paint_into(Role::Severity(severity), &head, self.out);
        self.styles.paint_into(Role::Title, ": ", self.out);
        let start = head.chars().count() + 2;
        head.clear();
        SanitizingWriter::new(&mut head, cap, &mut TerminalEscape).show(format_args!("{}", Message(error)));
        self.text = head;
        self.lines(start, INDENT, false, Some(Role::Title));
    }

    /// Writes the nearest names, the listings, and the commands that list valid values.
    fn choices(&mut self) {
        // For a parsed error, the explanation contains the whole context.
        if !self.object.may_have.contains(MayHave::LISTED) || self.object.facts.is_read() {
            return;
        }
        let (object, limit) = (self.object, self.object.limit());
        object.visit_context(&mut |name, value| match value {
            ContextValue::Nearest(names) => {
                let names = Names { names, limit }.to_string();
                if !has_words(self.out, &names, |character| character.is_alphanumeric() || character == '_') {
                    self.section(NEAREST, 0, false, Text::Joined(format_args!("{names}")));
                }
            }
            ContextValue::Listing(commands) if name == VALUES_FROM => {
                self.section(VALUES, 0, true, Text::Joined(format_args!("{}", Commands { commands, limit })));
            }
            ContextValue::Listing(listing) => self.listing(listing_label(name), listing),
            _ => {}
        });
    }

    /// Writes a listing, one line per name. Wrapped descriptions stay in their column.
    fn listing(&mut self, label: &'static str, listing: &Listing) {
        let listing = listing.truncated(self.object.limit());
        if !listing.is_described() {
            self.section(label, 0, false, Text::Joined(format_args!("{listing}")));
            return;
        }
        self.begin(label);
        let text = listing.to_string();
        for (index, line) in text.lines().enumerate() {
            if index > 0 {
                self.indent(INDENT);
            }
            self.text.clear();
            SanitizingWriter::new(&mut self.text, usize::MAX, &mut TerminalEscape).show(format_args!("{line}"));
            self.lines(INDENT, INDENT + listing.column(), false, None);
        }
    }

    /// Writes the actions and the retry facts.
    fn other_calls(&mut self) {
        let object = self.object;
        self.section("try", 0, false, Text::Joined(format_args!("{}", Actions(&object))));
        if object.facts.is_retryable() {
            let text = RetryText { wait: object.retry_after(), retry: object.facts.retry };
            self.section("retry", 0, false, Text::Joined(format_args!("{text}")));
        }
    }

    /// Writes a section such as `   help: text`, and indents its continuation lines. Verbatim text is never wrapped, so
    /// that people can copy it. Returns false and writes nothing if the text is empty.
    fn section(&mut self, label: &'static str, level: usize, verbatim: bool, text: Text<'_>) -> bool {
        self.text.clear();
        let cap = text.cap(self.renderer.max_bytes());
        SanitizingWriter::new(&mut self.text, cap, &mut TerminalEscape).show(text.arguments());
        if self.text.is_empty() {
            return false;
        }
        if let Some(list) = (Some(label) == Part::Suggestion.label()).then(|| hints::listed(&self.text)).flatten() {
            self.text = list;
        }
        self.begin(label);
        let level = level_indent(level);
        self.indent(level);
        self.lines(INDENT + level, INDENT + level, verbatim, None);
        true
    }

    /// Writes the label of a section, such as `   help: `.
    fn begin(&mut self, label: &'static str) {
        if !std::mem::replace(&mut self.has_sections, true) {
            self.out.push('\n');
        }
        self.indent(LONGEST_LABEL - label.len());
        self.styles.paint_into(Role::Label, label, self.out);
        self.out.push_str(": ");
    }

    fn indent(&mut self, columns: usize) {
        const SPACES: &str = "                                            ";
        self.out.push_str(&SPACES[..columns.min(SPACES.len())]);
    }

    /// Writes the scratch buffer. The first line starts in column `first`, and the others start in column `later`.
    fn lines(&mut self, first: usize, later: usize, verbatim: bool, role: Option<Role>) {
        let text = std::mem::take(&mut self.text);
        let width = self.renderer.terminal().width.filter(|_| !verbatim);
        let mut is_first = true;
        for line in text.split('\n') {
            let column = if is_first { first } else { later };
            let mut write = |line: &str| {
                if !std::mem::take(&mut is_first) {
                    self.indent(later);
                }
                match role {
                    Some(role) => self.styles.paint_into(role, line, self.out),
                    None => self.out.push_str(line),
                }
                self.out.push('\n');
            };
            match width {
                Some(width) => wrapped(line, width, column, later).iter().for_each(|line| write(line)),
                None => write(line),
            }
        }
        self.text = text;
    }
}

/// Escapes a code for a single line that ends with a bracket.
struct InCode;

impl Escape for InCode {
    fn is_plain(&self, document: &str, text: Range<usize>) -> bool {
        // All characters that `write` replaces start with the byte 0xe2.
        !has_special::<{ any_of(b"\xe2]") }>(document, text)
    }

    fn write(&mut self, text: &str, out: &mut String) {
        for character in text.chars() {
            match character {
                '\n' | '\u{2028}' | '\u{2029}' => out.push(' '),
                ']' => out.push('_'),
                other if is_bidi_control(other) => push_code_point(other, out),
                other => out.push(other),
            }
        }
    }

    fn shows_code_points(&self) -> bool {
        true
    }
}

/// Returns the line unchanged, because wrapping requires the `terminal` feature.
#[cfg(not(feature = "terminal"))]
fn wrapped(line: &str, _: usize, _: usize, _: usize) -> Vec<String> {
    vec![line.to_owned()]
}
