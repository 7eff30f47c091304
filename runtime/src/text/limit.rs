//! Caps on the length of values.

use super::sanitize::{NoEscape, SanitizingWriter, TerminalEscape};
use std::fmt::{self, Display};

/// The minimum cap on names. This crate's own names are shorter, so they're never truncated.
const NAME_CAP: usize = 1024;

/// A cap on each value in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit {
    bytes: usize,
    /// Whether a bidirectional control character counts with the length of its escape sequence.
    shows_code_points: bool,
}

impl Limit {
    /// Creates a cap of the given number of bytes.
    pub(crate) const fn new(bytes: usize) -> Self {
        Self { bytes, shows_code_points: false }
    }

    /// Creates a cap for a format that escapes bidirectional control characters.
    pub(crate) const fn with_code_points(bytes: usize) -> Self {
        Self { bytes, shows_code_points: true }
    }

    pub(crate) const fn bytes(self) -> usize {
        self.bytes
    }

    /// Returns the cap on codes and on the names of values.
    pub(crate) const fn of_names(self) -> Self {
        let bytes = if self.bytes < NAME_CAP { NAME_CAP } else { self.bytes };
        Self { bytes, ..self }
    }

    /// Sanitizes a value and truncates it to the cap. Values are truncated before they're combined: otherwise, a long
    /// value would displace the text after it.
    pub(crate) fn truncated(self, value: &dyn Display) -> String {
        let mut shown = String::new();
        match self.shows_code_points {
            true => SanitizingWriter::new(&mut shown, self.bytes, &mut TerminalEscape).show(format_args!("{value}")),
            false => SanitizingWriter::new(&mut shown, self.bytes, &mut NoEscape).show(format_args!("{value}")),
        }
        shown
    }
}

/// A string to write. The variant determines how it's truncated.
#[derive(Clone, Copy)]
pub(crate) enum Text<'a> {
    /// A single value. It's truncated when it's written.
    Value(fmt::Arguments<'a>),
    /// Fixed text, or several values. The values are already truncated.
    Joined(fmt::Arguments<'a>),
}

impl<'a> Text<'a> {
    pub(crate) const fn arguments(self) -> fmt::Arguments<'a> {
        let (Self::Value(text) | Self::Joined(text)) = self;
        text
    }

    /// Returns the maximum number of bytes to write, given the document's cap on values.
    pub(crate) const fn cap(self, cap: usize) -> usize {
        match self {
            Self::Value(_) => cap,
            Self::Joined(_) => usize::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Limit;

    #[test]
    fn a_code_point_counts_as_it_is_shown() {
        let text = "a\u{202e}b\u{2066}c";
        assert_eq!(Limit::new(5).truncated(&text), "a\u{202e}b… [4 bytes cut]");
        assert_eq!(Limit::with_code_points(10).truncated(&text), "a\\u{202e}b… [4 bytes cut]");
        assert_eq!(Limit::with_code_points(9).truncated(&text), "a\\u{202e}… [5 bytes cut]");
        assert_eq!(Limit::with_code_points(8).truncated(&text), "a… [8 bytes cut]");
        assert_eq!(Limit::with_code_points(19).truncated(&text), "a\\u{202e}b\\u{2066}c");
    }

    #[test]
    fn a_truncated_value_has_no_open_escape_sequence() {
        assert_eq!(Limit::new(2).truncated(&"ab\u{1b}[31mc"), "ab… [1 bytes cut]");
        assert_eq!(Limit::new(1).of_names().truncated(&"a name"), "a name");
    }
}
