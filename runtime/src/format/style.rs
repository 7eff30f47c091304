//! What a format needs besides the record.

use crate::text::style::Terminal;
use serde_core::Serialize;

/// The settings of a format, and the circumstances of a call. Functions that write a format receive
/// it.
///
/// ```
/// use agent_error::format::Style;
/// use agent_error::{ErrorRecord, Format, render};
///
/// fn write(error: &ErrorRecord, style: &Style<'_>) -> String {
///     style.json(&[error.code(), error.message()])
/// }
///
/// let pair = Format::new("pair", write);
/// let error = ErrorRecord::new("DB_LOCKED", "the database is locked");
/// assert_eq!(render(&error, pair), r#"["DB_LOCKED","the database is locked"]"#);
/// assert!(render(&error, pair.pretty(true)).starts_with("[\n  \"DB_LOCKED\",\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Style<'a> {
    pub(super) is_pretty: bool,
    pub(crate) terminal: Terminal,
    pub(super) warnings: &'a [String],
    pub(super) duration_ms: u64,
}

impl Style<'_> {
    /// Whether JSON is indented.
    pub fn is_pretty(&self) -> bool {
        self.is_pretty
    }

    /// Whether to use colors.
    pub fn has_color(&self) -> bool {
        self.terminal.color
    }

    /// Returns the column at which text wraps, or `None` if it doesn't.
    pub fn width(&self) -> Option<usize> {
        self.terminal.width
    }

    /// Returns the warnings of the call: problems that didn't make it fail.
    pub fn warnings(&self) -> &[String] {
        self.warnings
    }

    /// Returns the wall-clock time of the call in milliseconds. 0 outside of a program.
    pub fn duration_ms(&self) -> u64 {
        self.duration_ms
    }

    /// Writes a value as JSON, indented by two spaces per level if the style is pretty. A value
    /// that can't be serialized becomes `null`.
    pub fn json(&self, value: &impl Serialize) -> String {
        let json = if self.is_pretty {
            serde_json::to_string_pretty(value)
        } else {
            serde_json::to_string(value)
        };
        json.unwrap_or_else(|_| "null".to_owned())
    }
}
