//! `Human`: what a person reads in a terminal, in the manner of rustc and clap.
//!
//! ```text
//! error[DB_CONNECTION_REFUSED]: cannot connect to database at localhost:5432
//!
//!    cause: Connection refused (os error 111)
//!     help: Verify that the database is running: `dbtool status --host localhost`
//!    retry: the same call may succeed later; wait 5s
//!     docs: https://docs.example.com/errors/DB_CONNECTION_REFUSED
//! ```
//!
//! A line of a value never begins at the margin or where labels stand, so no value can forge one.

pub(super) mod parse;
#[cfg(feature = "terminal")]
mod wrap;

use super::object::is_empty;
use super::renderer::Renderer;
use crate::error::agent_error::{AgentError, Part};
use crate::error::context::ContextValue;
use crate::text::buffer::Buffer;
use crate::text::cause::told_causes;
use crate::text::clean::clean_capped;
use crate::text::style::{Role, Styles};
use crate::vocabulary::duration::Wait;
use crate::vocabulary::terms::Retry;
use std::fmt::{self, Display};
use std::time::Duration;
#[cfg(feature = "terminal")]
use wrap::wrapped;

/// The column at which values start.
const INDENT: usize = 10;

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, buffer: &mut Buffer) {
    let mut page = Page { renderer, styles: Styles::new(renderer.screen().color), buffer };
    page.header(error);
    let mut sections = Sections::default();
    collect(error, &mut sections);
    if !sections.lines.is_empty() {
        page.buffer.push(b"\n");
    }
    for section in &sections.lines {
        page.section(section);
    }
}

/// The labelled lines below the header.
#[derive(Default)]
struct Sections {
    lines: Vec<Section>,
}

struct Section {
    label: &'static str,
    text: String,
    /// Levels below the first cause.
    level: usize,
    /// Whether the text is to be copied, and so never wrapped.
    verbatim: bool,
}

impl Sections {
    fn add(&mut self, label: &'static str, text: impl Display) {
        self.lines.push(Section { label, text: text.to_string(), level: 0, verbatim: false });
    }
}

fn collect(error: &dyn AgentError, sections: &mut Sections) {
    let causes = told_causes(error).into_iter().filter(|cause| !is_empty(&format_args!("{cause}")));
    for (level, text) in causes.enumerate() {
        sections.lines.push(Section { label: "cause", text, level, verbatim: false });
    }
    error.visit_context(&mut |_, value| {
        if let ContextValue::FieldErrors(fields) = value {
            for field in fields {
                sections.add("field", format_args!("{}: {field}", field.field()));
            }
        }
    });
    let parts = [
        (Part::Detail, "detail", false),
        (Part::Suggestion, "help", false),
        (Part::FixRequired, "needs", false),
        (Part::FixCommand, "fix", true),
    ];
    for (part, label, verbatim) in parts {
        text(error, part, label, verbatim, sections);
    }
    let mut actions = Vec::new();
    error.visit_actions(&mut |action| {
        if !is_empty(&format_args!("{action}")) {
            actions.push(action.to_owned());
        }
    });
    if !actions.is_empty() {
        sections.add("try", actions.join(", "));
    }
    if error.facts().retryable {
        sections.add("retry", RetryText { wait: error.retry_after(), retry: error.facts().retry });
    }
    text(error, Part::DocsUrl, "docs", true, sections);
    text(error, Part::Body, "output", true, sections);
}

fn text(error: &dyn AgentError, part: Part, label: &'static str, verbatim: bool, sections: &mut Sections) {
    error.visit_text(part, &mut |text| {
        if !is_empty(&text) {
            let text = crate::text::clean::Shown(&text).to_string();
            sections.lines.push(Section { label, text, level: 0, verbatim });
        }
    });
}

/// When to call again, in words.
struct RetryText {
    wait: Option<Duration>,
    retry: Option<Retry>,
}

const MAY_SUCCEED: &str = "the same call may succeed later";
const WAIT: &str = "wait ";

/// How a person reads a strategy.
const fn strategy(retry: Retry) -> &'static str {
    match retry {
        Retry::Immediate => "repeat at once",
        Retry::Linear => "the same pause each time",
        Retry::Exponential => "double the pause each time",
    }
}

impl Display for RetryText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MAY_SUCCEED)?;
        if let Some(wait) = self.wait.filter(|wait| !wait.is_zero()) {
            write!(f, "; {WAIT}{}", Wait(wait))?;
        }
        self.retry.map_or(Ok(()), |retry| write!(f, "; {}", strategy(retry)))
    }
}

/// The spaces before a cause of a level.
fn level_indent(level: usize) -> usize {
    const DEEPEST: usize = 8;
    2 * level.min(DEEPEST)
}

struct Page<'a> {
    renderer: &'a Renderer<'a>,
    styles: Styles,
    buffer: &'a mut Buffer,
}

impl Page<'_> {
    /// `error[CODE]: message`.
    fn header(&mut self, error: &dyn AgentError) {
        let severity = error.facts().severity();
        let code = clean_capped(&error.code(), self.renderer.max_bytes())
            .replace(['\n', '\u{2028}', '\u{2029}'], " ")
            .replace(']', "_");
        let head = if code.is_empty() { severity.to_string() } else { format!("{severity}[{code}]") };
        let message = clean_capped(&error, self.renderer.max_bytes());
        let used = head.chars().count() + 2;
        let lines = self.lines(&message, used, INDENT, false);
        self.buffer.push_str(&self.styles.paint(Role::Severity(severity), &head));
        self.buffer.push_str(&self.styles.paint(Role::Title, ": "));
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                self.indent(INDENT);
            }
            self.buffer.push_str(&self.styles.paint(Role::Title, line));
            self.buffer.push(b"\n");
        }
    }

    /// `   help: text`, continued below the text.
    fn section(&mut self, section: &Section) {
        let text = clean_capped(&section.text, self.renderer.max_bytes());
        let level = level_indent(section.level);
        self.indent(INDENT - 2 - section.label.len());
        self.buffer.push_str(&self.styles.paint(Role::Label, section.label));
        self.buffer.push(b": ");
        for (index, line) in self.lines(&text, INDENT + level, INDENT + level, section.verbatim).iter().enumerate() {
            self.indent(level + if index > 0 { INDENT } else { 0 });
            self.buffer.push_str(line);
            self.buffer.push(b"\n");
        }
    }

    fn indent(&mut self, columns: usize) {
        (0..columns).for_each(|_| self.buffer.push(b" "));
    }

    /// The lines of a text whose first line starts in one column and whose later lines start in another.
    fn lines(&self, text: &str, first: usize, later: usize, verbatim: bool) -> Vec<String> {
        // What other readers take for the end of a line is one here, too.
        let lines = text.split(['\n', '\u{2028}', '\u{2029}']);
        match self.renderer.screen().width {
            Some(width) if !verbatim => {
                let starts = std::iter::once(first).chain(std::iter::repeat(later));
                lines.zip(starts).flat_map(|(line, start)| wrapped(line, width, start, later)).collect()
            }
            _ => lines.map(str::to_owned).collect(),
        }
    }
}
/// Without the feature `terminal` nothing is wrapped.
#[cfg(not(feature = "terminal"))]
fn wrapped(line: &str, _: usize, _: usize, _: usize) -> Vec<String> {
    vec![line.to_owned()]
}
