//! Placeholders for the fields of a template.

use agent_error::definition::Template;

/// The characters around a field. Templates don't contain them.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// Replaces each field by a marked placeholder.
pub(super) fn filled(template: Template<'_>) -> String {
    template.filled(|name, _| format!("{OPEN}{name}{CLOSE}"))
}

/// Whether a word contains a field.
pub(super) fn is_marked(word: &str) -> bool {
    word.contains(OPEN)
}

/// Shows marked fields as `{field}`.
pub(super) fn readable(text: &str) -> String {
    text.replace(OPEN, "{").replace(CLOSE, "}")
}
