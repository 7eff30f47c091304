//! Words in place of the fields of a template.

use agent_error::definition::Template;

/// Characters that templates do not contain, so that the value of a field can be distinguished from the text around it.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// The text with a marked word in place of each field.
pub(super) fn filled(template: Template<'_>) -> String {
    template.filled(|name, _| format!("{OPEN}{name}{CLOSE}"))
}

/// Whether a word contains a field.
pub(super) fn is_marked(word: &str) -> bool {
    word.contains(OPEN)
}

/// The text with its fields as `{field}`.
pub(super) fn readable(text: &str) -> String {
    text.replace(OPEN, "{").replace(CLOSE, "}")
}
