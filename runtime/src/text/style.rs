//! Colors, widths and wrapping of text for people.

use crate::vocabulary::terms::Severity;

/// The width and color support of a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terminal {
    /// The column at which text wraps, or `None` to disable wrapping.
    pub(crate) width: Option<usize>,
    /// Whether to use colors.
    pub(crate) color: bool,
}

#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(all(feature = "terminal", feature = "catalog")),
    allow(
        dead_code,
        reason = "unused without colors, and `Literal` without catalogs"
    )
)]
pub(crate) enum Role {
    /// A header such as `error[CODE]`.
    Severity(Severity),
    /// A message or a heading.
    Title,
    /// A label at the start of a line, such as `help:`.
    Label,
    /// A command or a code that people may copy.
    Literal,
}

impl Terminal {
    /// Applies the color of a role. Colors require the `terminal` feature.
    pub(crate) fn paint(self, role: Role, text: &str) -> String {
        if self.color {
            painted(role, text)
        } else {
            text.to_owned()
        }
    }
}

#[cfg(feature = "terminal")]
fn painted(role: Role, text: &str) -> String {
    use anstyle::{AnsiColor, Style};
    let style = match role {
        Role::Severity(Severity::Warning) => AnsiColor::Yellow.on_default().bold(),
        Role::Severity(Severity::Error) => AnsiColor::Red.on_default().bold(),
        Role::Severity(Severity::Critical) => AnsiColor::Red.on_default().bold().invert(),
        Role::Title => Style::new().bold(),
        Role::Label => AnsiColor::Cyan.on_default(),
        Role::Literal => AnsiColor::Green.on_default(),
    };
    format!("{style}{text}{style:#}")
}

#[cfg(not(feature = "terminal"))]
fn painted(_: Role, text: &str) -> String {
    text.to_owned()
}

/// Returns the width of a string in columns. Without the `terminal` feature, every character counts
/// as one column.
#[inline(never)]
pub(crate) fn columns(text: &str) -> usize {
    #[cfg(feature = "terminal")]
    {
        textwrap::core::display_width(text)
    }
    #[cfg(not(feature = "terminal"))]
    text.chars().count()
}

/// The distance between tab stops, in columns.
const TAB_STOP: usize = 8;

/// Wraps a string to lines of at most `first` columns for the first line, and `later` columns for
/// the others. A longer word gets its own line. Expands tabs, with tab stops 8 columns apart.
pub(crate) fn wrapped(text: &str, first: usize, later: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut room = first;
    for paragraph in text.split('\n') {
        let mut line = String::new();
        let mut used = 0;
        for word in words(&without_tabs(paragraph)) {
            let width = columns(word.trim_end());
            // If the first word doesn't fit on the first line, leave that line empty.
            let may_break = !line.is_empty() || room < later;
            if may_break && width > 0 && used + width > room {
                push(&mut lines, &mut line);
                room = later;
                used = 0;
            }
            line.push_str(word);
            used += columns(word);
        }
        push(&mut lines, &mut line);
        room = later;
    }
    lines
}

fn push(lines: &mut Vec<String>, line: &mut String) {
    lines.push(line.trim_end().to_owned());
    line.clear();
}

/// Splits a line after spaces and between wide characters. Keeps commands in backticks whole, for
/// copying.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut in_command = false;
    for (at, character) in line.char_indices() {
        let end = at + character.len_utf8();
        let rest = &line[end..];
        if character == '`' {
            in_command = !in_command && rest.contains('`');
        }
        let Some(next) = rest.chars().next() else {
            break;
        };
        if !in_command && may_break_between(character, next) {
            words.push(&line[start..end]);
            start = end;
        }
    }
    words.push(&line[start..]);
    words
}

fn may_break_between(character: char, next: char) -> bool {
    character == ' ' || (is_wide(character) && is_wide(next) && next.is_alphanumeric())
}

fn is_wide(character: char) -> bool {
    columns(character.encode_utf8(&mut [0; 4])) == 2
}

fn without_tabs(line: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for (index, piece) in line.split('\t').enumerate() {
        if index > 0 {
            let spaces = TAB_STOP - column % TAB_STOP;
            text.push_str(&" ".repeat(spaces));
            column += spaces;
        }
        text.push_str(piece);
        column += columns(piece);
    }
    text
}
