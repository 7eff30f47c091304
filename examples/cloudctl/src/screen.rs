//! Sanitizes strings from the API for the terminal.

use comfy_table::{Table, presets};

/// Replaces control characters in a string from the API. Otherwise, the name of an instance could control the terminal.
pub(crate) fn cell(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

pub(crate) fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head.to_vec()).add_rows(rows);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn control_characters_in_names_are_replaced() {
        assert_eq!(cell("a\u{1b}[2Jb\nc\u{9b}d"), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d");
    }
}
