//! Plain-text tables and pages.

use crate::format::Style;
use crate::text::sanitize::clean;
use crate::text::style::{Role, Terminal, columns, wrapped};

const GAP: usize = 2;
/// The width below which columns don't shrink.
const MIN_WIDTH: usize = 10;

/// Formats a table without borders, wrapped to the terminal width, except for the first column,
/// which people copy.
pub fn table(header: &[&str], mut rows: Vec<Vec<String>>, style: &Style<'_>) -> String {
    rows.insert(0, header.iter().map(|name| (*name).to_owned()).collect());
    let widths = widths(&rows, style.terminal.width);
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let (mut cells, mut height) = (Vec::new(), 0);
        for (cell, width) in row.iter().zip(&widths) {
            let lines = wrapped(cell, *width, *width);
            height = height.max(lines.len());
            cells.push(lines);
        }
        for line in 0..height {
            for (column, cell) in cells.iter().enumerate() {
                let part = cell.get(line).map_or("", String::as_str);
                match (index, column) {
                    _ if part.is_empty() => {}
                    (0, _) => text.push_str(&style.terminal.paint(Role::Title, part)),
                    (_, 0) => text.push_str(&style.terminal.paint(Role::Literal, part)),
                    _ => text.push_str(part),
                }
                // A word can be wider than its column.
                text.push_str(
                    &" ".repeat(
                        (widths[column] + GAP)
                            .saturating_sub(columns(part))
                            .max(GAP),
                    ),
                );
            }
            end_line(&mut text);
        }
    }
    text
}

fn end_line(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

/// Returns the width of each column. Shrinks the widest columns until the table fits the terminal.
fn widths(rows: &[Vec<String>], terminal_width: Option<usize>) -> Vec<usize> {
    let mut widths = vec![0; rows.iter().map(Vec::len).max().unwrap_or_default()];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            for line in cell.split('\n') {
                *width = columns(line).max(*width);
            }
        }
    }
    let Some(terminal_width) = terminal_width else {
        return widths;
    };
    let room = terminal_width.saturating_sub(GAP * widths.len().saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        match (1..widths.len()).max_by_key(|column| widths[*column]) {
            Some(widest) if widths[widest] > MIN_WIDTH => widths[widest] -= 1,
            _ => break,
        }
    }
    widths
}

/// A page with a title, paragraphs, and a two-column list of labels and values.
pub(super) struct TextPage {
    pub(super) text: String,
    terminal: Terminal,
    width: usize,
    has_facts: bool,
}

const LABEL_WIDTH: usize = 12;
const MAX_WIDTH: usize = 100;

impl TextPage {
    pub(super) fn titled(title: &str, style: &Style<'_>) -> Self {
        let width = style
            .terminal
            .width
            .unwrap_or(MAX_WIDTH)
            .clamp(3 * LABEL_WIDTH, MAX_WIDTH);
        Self {
            text: format!("{}\n", style.terminal.paint(Role::Title, title)),
            terminal: style.terminal,
            width,
            has_facts: false,
        }
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        self.text.push('\n');
        for line in joined(&clean(&text)) {
            let column = 2 + line.chars().take_while(|c| c.is_whitespace()).count();
            self.wrapped(line.trim_start(), &" ".repeat(column), column);
        }
    }

    pub(super) fn fact(&mut self, name: &str, value: &str) {
        let value = clean(&value);
        if value.trim().is_empty() {
            return;
        }
        if !std::mem::replace(&mut self.has_facts, true) {
            self.text.push('\n');
        }
        let label = self
            .terminal
            .paint(Role::Label, &format!("{name:<0$} ", LABEL_WIDTH - 3));
        self.wrapped(value.trim(), &format!("  {label}"), LABEL_WIDTH);
    }

    /// Writes text that wraps at the page width. `first` replaces the indentation of the first
    /// line.
    fn wrapped(&mut self, text: &str, first: &str, column: usize) {
        let indent = " ".repeat(column);
        let room = self.width.saturating_sub(column);
        for (index, line) in wrapped(text, room, room).iter().enumerate() {
            self.text.push_str(if index == 0 { first } else { &indent });
            self.text.push_str(line);
            end_line(&mut self.text);
        }
    }
}

/// Splits Markdown into lines. Joins the lines of a paragraph, but preserves lists, indented lines
/// and code blocks.
fn joined(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut in_code = false;
    let mut continues = false;
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        let begins_item = line.starts_with([' ', '-', '*', '#', '|', '>'])
            || line
                .bytes()
                .position(|b| matches!(b, b'.' | b')'))
                .is_some_and(|end| line[..end].parse::<u8>().is_ok());
        let plain = !(in_code || fence || begins_item || line.trim().is_empty());
        match lines.last_mut() {
            Some(last) if plain && continues => {
                last.push(' ');
                last.push_str(line);
            }
            _ => lines.push(line.to_owned()),
        }
        continues = plain;
        in_code ^= fence;
    }
    lines
}
