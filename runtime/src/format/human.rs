//! Writes `Human`: text for a person at a terminal, in the style of rustc and clap.
//!
//! ```text
//! error[DB_CONNECTION_REFUSED]: cannot connect to database at localhost:5432
//!
//!    cause: Connection refused (ECONNREFUSED, os error 111)
//!    retry: the same call may succeed later; wait 5s
//!     help: Verify that the database is running: `dbtool status --host localhost`
//! ```
//!
//! No value can forge a label, because the continuation lines of a value are indented beyond the
//! labels. Ambiguous names are quoted. Bidirectional control characters are shown as escapes such
//! as `\u{202e}`, as in rustc.

use super::Style;
use super::summary::{command_lines, named, names};
use crate::definition::part::Part;
use crate::error::listing::{Listing, VALUES_FROM};
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::text::contains::{contains_words, replaced};
use crate::text::sanitize::escaped_lines;
use crate::text::style::{Role, Terminal, wrapped};
use crate::vocabulary::duration::human;
use crate::vocabulary::terms::RetryStrategy;

/// The column in which values start.
const INDENT: usize = 10;

/// The longest label of a value, in bytes.
const LONGEST_LABEL: usize = INDENT - 2;

pub(super) fn write(record: &ErrorRecord, style: &Style<'_>) -> String {
    let mut page = HumanWriter {
        terminal: style.terminal,
        out: String::new(),
        has_sections: false,
    };
    page.header(record);
    let causes = record.causes().filter(|cause| !cause.is_empty());
    for (level, cause) in causes.enumerate() {
        page.nested_section("cause", level, cause);
    }
    for field in record.field_errors() {
        let name = named(field.field(), ": ");
        page.section("field", &format!("{name}: {field}"));
    }
    page.part(record, Part::Detail);
    page.steps(record);
    page.part(record, Part::DocsUrl);
    page.part(record, Part::Body);
    page.out
}

fn is_suggested(record: &ErrorRecord, replacement: &str) -> bool {
    let suggestion = record.suggestion().unwrap_or_default();
    contains_words(suggestion, replacement)
}

/// Whether people copy the part, so that it isn't wrapped.
fn is_verbatim(part: Part) -> bool {
    part.is_command() || matches!(part, Part::Replacement | Part::DocsUrl | Part::Body)
}

/// Formats a suggestion of several lines as a bulleted list, unless a line is blank or indented.
fn bulleted(text: &str) -> String {
    if text.contains('\n') && text.split('\n').all(is_hint) {
        format!("• {}", replaced(text, '\n', "\n• "))
    } else {
        text.to_owned()
    }
}

fn is_hint(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(char::is_whitespace)
}

fn retry_sentence(record: &ErrorRecord) -> String {
    let mut text = "the same call may succeed later".to_owned();
    if let Some(wait) = record.fields.retry_after {
        text.push_str(&format!("; wait {}", human(wait)));
    }
    match record.fields.facts.retry {
        Some(RetryStrategy::Immediate) => text + "; repeat at once",
        Some(RetryStrategy::Constant) => text + "; the same pause each time",
        Some(RetryStrategy::Exponential) => text + "; double the pause each time",
        None => text,
    }
}

struct HumanWriter {
    terminal: Terminal,
    out: String,
    has_sections: bool,
}

impl HumanWriter {
    fn header(&mut self, record: &ErrorRecord) {
        let severity = record.fields.facts.severity();
        let code = replaced(&escaped_lines(record.code(), " "), ']', "_");
        let head = if code.is_empty() {
            format!("{severity}")
        } else {
            format!("{severity}[{code}]")
        };
        self.paint(Role::Severity(severity), &head);
        self.paint(Role::Title, ": ");
        let message = escaped_lines(record.message(), "\n");
        let column = head.chars().count() + ": ".len();
        self.lines(&message, column, INDENT, false, Some(Role::Title));
    }

    /// Writes what a person does next, in order.
    fn steps(&mut self, record: &ErrorRecord) {
        if record.must_wait() {
            self.retry(record);
        }
        for part in Part::advice() {
            self.part(record, part);
        }
        self.choices(record);
        self.section("try", &names(&record.fields.actions));
        if !record.must_wait() {
            self.retry(record);
        }
    }

    fn retry(&mut self, record: &ErrorRecord) {
        if record.fields.facts.is_retryable() {
            self.section("retry", &retry_sentence(record));
        }
    }

    fn part(&mut self, record: &ErrorRecord, part: Part) {
        let (Some(label), Some(text)) = (part.label(), record.part(part)) else {
            return;
        };
        let is_repeated = part == Part::Replacement && is_suggested(record, text);
        if is_repeated {
            return;
        }
        if part == Part::Suggestion {
            self.section(label, &bulleted(text));
        } else if is_verbatim(part) {
            self.verbatim_section(label, text);
        } else {
            self.section(label, text);
        }
    }

    fn choices(&mut self, record: &ErrorRecord) {
        for (name, value) in record.fields.context.entries() {
            match value {
                ContextValue::Nearest(similar) => {
                    // Advice refers to these names, so they are shown even if the message contains
                    // them.
                    if !record.offers(similar) {
                        self.section("nearest", &names(similar));
                    }
                }
                ContextValue::Listing(commands) if name == VALUES_FROM => {
                    self.verbatim_section("values", &command_lines(commands));
                }
                ContextValue::Listing(listing) => self.listing(label_of(name), listing),
                ContextValue::Json(_) | ContextValue::FieldErrors(_) => {}
            }
        }
    }

    /// Writes a listing, one line per name. Wrapped descriptions stay in their column.
    fn listing(&mut self, label: &str, listing: &Listing) {
        if !listing.is_described() {
            return self.section(label, &format!("{listing}"));
        }
        self.begin(label);
        let column = INDENT + listing.column();
        for (index, line) in format!("{listing}").lines().enumerate() {
            if index > 0 {
                self.indent(INDENT);
            }
            self.lines(&escaped_lines(line, "\n"), INDENT, column, false, None);
        }
    }

    /// Writes a section such as ` help: text`, unless the text is empty. Indents continuation
    /// lines.
    fn section(&mut self, label: &str, text: &str) {
        self.nested_section(label, 0, text);
    }

    /// Writes a section that is indented by two more columns per level.
    fn nested_section(&mut self, label: &str, level: usize, text: &str) {
        const DEEPEST: usize = 8;
        if text.is_empty() {
            return;
        }
        self.begin(label);
        let indent = 2 * level.min(DEEPEST);
        self.indent(indent);
        let column = INDENT + indent;
        self.lines(&escaped_lines(text, "\n"), column, column, false, None);
    }

    /// Writes a section that isn't wrapped, so that people can copy it.
    fn verbatim_section(&mut self, label: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        self.begin(label);
        self.lines(&escaped_lines(text, "\n"), INDENT, INDENT, true, None);
    }

    /// Writes the label of a section, such as `   help: `. An empty line precedes the first section.
    fn begin(&mut self, label: &str) {
        if !self.has_sections {
            self.has_sections = true;
            self.out.push('\n');
        }
        self.indent(INDENT - ": ".len() - label.len());
        self.paint(Role::Label, label);
        self.out.push_str(": ");
    }

    fn paint(&mut self, role: Role, text: &str) {
        self.out.push_str(&self.terminal.paint(role, text));
    }

    fn indent(&mut self, columns: usize) {
        self.out.push_str(&" ".repeat(columns));
    }

    /// Writes the lines of a string. The first line starts in column `first`, and the others start
    /// in column `later`.
    fn lines(
        &mut self,
        text: &str,
        first: usize,
        later: usize,
        verbatim: bool,
        role: Option<Role>,
    ) {
        let is_wrapped = cfg!(feature = "terminal") && !verbatim;
        let width = self.terminal.width.filter(|_| is_wrapped);
        let mut is_first = true;
        for paragraph in text.split('\n') {
            let column = if is_first { first } else { later };
            let lines = match width {
                Some(width) => wrapped_between(width, paragraph, column, later),
                None => vec![paragraph.to_owned()],
            };
            for line in &lines {
                if !is_first {
                    self.indent(later);
                }
                is_first = false;
                match role {
                    Some(role) => self.paint(role, line),
                    None => self.out.push_str(line),
                }
                self.out.push('\n');
            }
        }
    }
}

/// Wraps a paragraph whose first line starts in column `first`, and whose other lines start in
/// column `later`.
fn wrapped_between(width: usize, paragraph: &str, first: usize, later: usize) -> Vec<String> {
    const NARROWEST: usize = 30;
    let width = width.max(INDENT + NARROWEST);
    let room_on_first = width.saturating_sub(first);
    let room_on_later = width.saturating_sub(later).max(NARROWEST);
    wrapped(paragraph, room_on_first, room_on_later)
}

/// Returns the label of a listing: its name, if it fits.
fn label_of(name: &str) -> &str {
    if name.len() <= LONGEST_LABEL {
        name
    } else {
        "choices"
    }
}
