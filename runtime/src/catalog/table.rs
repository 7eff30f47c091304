//! Plain-text tables and pages.

use crate::text::sanitize::clean;
use crate::text::style::{Role, Terminal, columns, wrapped};
use std::fmt::Display;

const GAP: usize = 2;
/// The width below which columns don't shrink.
const MIN_WIDTH: usize = 10;

/// Formats a table without borders, wrapped to the terminal width. The first column never wraps, which makes its values
/// easy to copy.
pub fn table(header: &[&str], rows: Vec<Vec<String>>, terminal: Terminal) -> String {
    let header = header.iter().map(|name| (*name).to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
    let widths = widths(&rows, terminal.width);
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let cells: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(cell, width)| wrapped(cell, *width, *width)).collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or_default() {
            let mut shown = String::new();
            for (column, (cell, width)) in cells.iter().zip(&widths).enumerate() {
                let part = cell.get(line).map_or("", String::as_str);
                let role = if index == 0 { Role::Title } else { Role::Literal };
                let painted = if index == 0 || column == 0 { terminal.paint(role, part) } else { part.to_owned() };
                shown.push_str(if part.is_empty() { "" } else { &painted });
                // A word can be wider than its column.
                shown.push_str(&" ".repeat((width + GAP).saturating_sub(columns(part)).max(GAP)));
            }
            text.push_str(shown.trim_end());
            text.push('\n');
        }
    }
    text
}

/// Returns the width of each column. Starts with the width of the widest cell, then shrinks the widest columns until
/// the table fits the terminal.
fn widths(rows: &[Vec<String>], terminal_width: Option<usize>) -> Vec<usize> {
    let mut widths = vec![0; rows.iter().map(Vec::len).max().unwrap_or_default()];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.split('\n').map(columns).max().unwrap_or_default().max(*width);
        }
    }
    let Some(terminal_width) = terminal_width else { return widths };
    let room = terminal_width.saturating_sub(GAP * widths.len().saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        let widest = widths.iter_mut().skip(1).max_by_key(|width| **width).filter(|width| **width > MIN_WIDTH);
        match widest {
            Some(width) => *width -= 1,
            None => break,
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
    pub(super) fn titled(title: &str, terminal: Terminal) -> Self {
        let width = terminal.width.unwrap_or(MAX_WIDTH).clamp(3 * LABEL_WIDTH, MAX_WIDTH);
        Self { text: format!("{}\n", terminal.paint(Role::Title, title)), terminal, width, has_facts: false }
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        self.text.push('\n');
        for line in joined(&clean(&text)) {
            let column = 2 + line.chars().take_while(|c| c.is_whitespace()).count();
            self.wrapped(line.trim_start(), &" ".repeat(column), column);
        }
    }

    pub(super) fn fact(&mut self, name: &str, value: Option<impl Display>) {
        let value = value.map(|value| clean(&value)).unwrap_or_default();
        if value.trim().is_empty() {
            return;
        }
        if !std::mem::replace(&mut self.has_facts, true) {
            self.text.push('\n');
        }
        let label = self.terminal.paint(Role::Label, &format!("{name:<0$} ", LABEL_WIDTH - 3));
        self.wrapped(value.trim(), &format!("  {label}"), LABEL_WIDTH);
    }

    /// Writes text that wraps at the page width and is indented to `column`. The first line starts with `first` instead
    /// of the indentation.
    fn wrapped(&mut self, text: &str, first: &str, column: usize) {
        let indent = " ".repeat(column);
        let room = self.width.saturating_sub(column);
        for (index, line) in wrapped(text, room, room).iter().enumerate() {
            let shown = format!("{}{line}", if index == 0 { first } else { &indent });
            self.text.push_str(shown.trim_end());
            self.text.push('\n');
        }
    }
}

/// Splits Markdown into lines. Joins the lines of a paragraph, but preserves lists, indented lines and code blocks.
fn joined(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut in_code = false;
    let mut continues = false;
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        let begins_item = line.starts_with([' ', '-', '*', '#', '|', '>'])
            || line.split_once(['.', ')']).is_some_and(|(number, _)| number.parse::<u8>().is_ok());
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
