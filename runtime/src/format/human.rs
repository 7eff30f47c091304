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

use super::renderer::Renderer;
use crate::buffer::Buffer;
use crate::duration::Wait;
use crate::error::{AgentError, Part};
use crate::style::{Role, Styles};
use crate::text::{causes, clean_capped};
use crate::vocabulary::Retry;
use std::fmt::{self, Display};
use std::time::Duration;

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
    for (level, cause) in causes(error).enumerate() {
        let text = crate::text::Shown(cause).to_string();
        sections.lines.push(Section { label: "cause", text, level, verbatim: false });
    }
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
    error.visit_actions(&mut |action| actions.push(action.to_owned()));
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
        let text = crate::text::Shown(&text).to_string();
        sections.lines.push(Section { label, text, level: 0, verbatim });
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
        if let Some(wait) = self.wait {
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
        let code = clean_capped(&error.code(), self.renderer.max_bytes()).replace('\n', " ").replace(']', "_");
        let head = if code.is_empty() { severity.to_string() } else { format!("{severity}[{code}]") };
        let message = clean_capped(&error, self.renderer.max_bytes());
        let used = head.chars().count() + 2;
        let lines = self.lines(&message, used, false);
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
        for (index, line) in self.lines(&text, INDENT + level, section.verbatim).iter().enumerate() {
            self.indent(level + if index > 0 { INDENT } else { 0 });
            self.buffer.push_str(line);
            self.buffer.push(b"\n");
        }
    }

    fn indent(&mut self, columns: usize) {
        (0..columns).for_each(|_| self.buffer.push(b" "));
    }

    /// The lines of a text that starts in column `used`; later lines start at the indent.
    fn lines(&self, text: &str, used: usize, verbatim: bool) -> Vec<String> {
        let lines = text.split('\n');
        match self.renderer.screen().width {
            Some(width) if !verbatim => lines.flat_map(|line| wrapped(line, width, used)).collect(),
            _ => lines.map(str::to_owned).collect(),
        }
    }
}

#[cfg(feature = "terminal")]
fn wrapped(line: &str, width: usize, used: usize) -> Vec<String> {
    const NARROWEST: usize = 30;
    let first = " ".repeat(used.saturating_sub(INDENT).min(width / 2));
    let options = textwrap::Options::new(width.saturating_sub(INDENT).max(NARROWEST))
        .initial_indent(&first)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let joined = join_commands(line);
    let lines = textwrap::wrap(&joined, options);
    lines.into_iter().map(|line| line.strip_prefix(&*first).unwrap_or(&line).replace(JOINED, " ")).collect()
}

/// Stands for a space that must not break; text that was cleaned does not hold it.
#[cfg(feature = "terminal")]
const JOINED: char = '\u{1}';

/// Keeps commands in backticks on one line, where they can be copied.
#[cfg(feature = "terminal")]
fn join_commands(line: &str) -> String {
    let parts = line.split('`').enumerate();
    let joined: Vec<String> = parts
        .map(|(index, part)| if index % 2 == 1 { part.replace(' ', &JOINED.to_string()) } else { part.to_owned() })
        .collect();
    joined.join("`")
}

#[cfg(not(feature = "terminal"))]
fn wrapped(line: &str, _: usize, _: usize) -> Vec<String> {
    vec![line.to_owned()]
}
