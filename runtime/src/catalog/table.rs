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
    let widths = column_widths(&rows, style.terminal.width);
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let mut cells = Vec::new();
        for (cell, width) in row.iter().zip(&widths) {
            cells.push(wrapped(cell, *width, *width));
        }
        let height = cells.iter().map(Vec::len).max().unwrap_or_default();
        for line in 0..height {
            for (column, cell) in cells.iter().enumerate() {
                let part = cell.get(line).map_or("", String::as_str);
                let role = role_of_cell(index, column);
                text.push_str(&painted(part, role, style.terminal));
                // A word can be wider than its column.
                let gap = (widths[column] + GAP).saturating_sub(columns(part));
                text.push_str(&" ".repeat(gap.max(GAP)));
            }
            end_line(&mut text);
        }
    }
    text
}

/// Returns the role of the header, and of the first column.
fn role_of_cell(row: usize, column: usize) -> Option<Role> {
    if row == 0 {
        Some(Role::Title)
    } else if column == 0 {
        Some(Role::Literal)
    } else {
        None
    }
}

fn painted(text: &str, role: Option<Role>, terminal: Terminal) -> String {
    match role {
        Some(role) if !text.is_empty() => terminal.paint(role, text),
        _ => text.to_owned(),
    }
}

fn end_line(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

/// Returns the width of each column. Shrinks the widest columns until the table fits the terminal.
fn column_widths(rows: &[Vec<String>], terminal_width: Option<usize>) -> Vec<usize> {
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
        // The first column doesn't shrink.
        let Some(widest) = (1..widths.len()).max_by_key(|column| widths[*column]) else {
            break;
        };
        if widths[widest] <= MIN_WIDTH {
            break;
        }
        widths[widest] -= 1;
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
        let width = style.terminal.width.unwrap_or(MAX_WIDTH);
        let heading = style.terminal.paint(Role::Title, title);
        Self {
            text: format!("{heading}\n"),
            terminal: style.terminal,
            width: width.clamp(3 * LABEL_WIDTH, MAX_WIDTH),
            has_facts: false,
        }
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        self.text.push('\n');
        for line in joined(&clean(&text)) {
            let column = 2 + line.chars().take_while(|c| c.is_whitespace()).count();
            self.write_wrapped(line.trim_start(), &" ".repeat(column), column);
        }
    }

    pub(super) fn fact(&mut self, name: &str, value: &str) {
        let cleaned = clean(&value);
        let shown = cleaned.trim();
        if shown.is_empty() {
            return;
        }
        if !self.has_facts {
            self.text.push('\n');
            self.has_facts = true;
        }
        let padded = format!("{name:<0$} ", LABEL_WIDTH - 3);
        let label = self.terminal.paint(Role::Label, &padded);
        self.write_wrapped(shown, &format!("  {label}"), LABEL_WIDTH);
    }

    /// Writes text that wraps at the page width. `first` replaces the indentation of the first
    /// line.
    fn write_wrapped(&mut self, text: &str, first: &str, column: usize) {
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
    let mut in_paragraph = false;
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        let is_blank = line.trim().is_empty();
        let is_plain = !in_code && !is_fence && !is_blank && !begins_item(line);
        if is_plain
            && in_paragraph
            && let Some(last) = lines.last_mut()
        {
            last.push(' ');
            last.push_str(line);
        } else {
            lines.push(line.to_owned());
        }
        in_paragraph = is_plain;
        if is_fence {
            in_code = !in_code;
        }
    }
    lines
}

/// Whether a line is indented, or starts a list item, a heading, a table row or a quotation.
fn begins_item(line: &str) -> bool {
    if line.starts_with([' ', '-', '*', '#', '|', '>']) {
        return true;
    }
    match line.split_once(['.', ')']) {
        Some((number, _)) => number.parse::<u8>().is_ok(),
        None => false,
    }
}
