//! Plain-text pages.

use crate::text::sanitize::clean;
use crate::text::style::{Role, Styles, Terminal};
use crate::text::wrap::wrapped;
use std::fmt::Display;

/// A page with a title, paragraphs, and a two-column list of labels and values.
pub(super) struct TextPage {
    text: String,
    styles: Styles,
    width: usize,
    has_facts: bool,
}

const LABEL_WIDTH: usize = 12;
const MAX_WIDTH: usize = 100;

impl TextPage {
    pub(super) fn titled(title: &str, terminal: Terminal) -> Self {
        let styles = Styles::new(terminal.color);
        let width = terminal.width.unwrap_or(MAX_WIDTH).clamp(3 * LABEL_WIDTH, MAX_WIDTH);
        Self { text: format!("{}\n", styles.paint(Role::Title, title)), styles, width, has_facts: false }
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
        let label = self.styles.paint(Role::Label, &format!("{name:<0$} ", LABEL_WIDTH - 3));
        self.wrapped(value.trim(), &format!("  {label}"), LABEL_WIDTH);
    }

    /// Writes text that wraps at the page width and is indented to `column`. The first line starts with `first` instead
    /// of the indentation.
    fn wrapped(&mut self, text: &str, first: &str, column: usize) {
        let indent = " ".repeat(column);
        for (index, line) in wrapped(text, self.width.saturating_sub(column)).iter().enumerate() {
            let shown = format!("{}{line}", if index == 0 { first } else { &indent });
            self.text.push_str(shown.trim_end());
            self.text.push('\n');
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
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
