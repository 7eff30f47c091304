//! Markers for the placeholders of a template.

use agent_error::__tooling::Template;

/// The delimiters around the name of a placeholder. Templates don't contain them, because both are
/// private-use characters.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// Replaces each placeholder with its name between markers.
pub(super) fn filled(template: Template<'_>) -> String {
    template.filled(|name, _| format!("{OPEN}{name}{CLOSE}"))
}

/// Whether an argument contains a placeholder.
pub(super) fn is_marked(word: &str) -> bool {
    word.contains(OPEN)
}

/// Replaces markers with braces: `{field}`.
pub(super) fn readable(text: &str) -> String {
    text.replace(OPEN, "{").replace(CLOSE, "}")
}
