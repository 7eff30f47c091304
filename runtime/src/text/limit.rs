//! How much of a value is shown.

use super::clean::{AsItIs, CodePoints, SafeText};
use std::fmt::{self, Display};

/// The smallest cap for names. The names that this crate defines are shorter, so they are never truncated.
const NAME_CAP: usize = 1024;

/// The cap of the values in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit {
    bytes: usize,
    /// Whether bidirectional controls are shown as code points, which are longer.
    shows_code_points: bool,
}

impl Limit {
    /// A cap of this many bytes.
    pub(crate) const fn new(bytes: usize) -> Self {
        Self { bytes, shows_code_points: false }
    }

    /// A cap for a format that shows bidirectional controls as code points.
    pub(crate) const fn with_code_points(bytes: usize) -> Self {
        Self { bytes, shows_code_points: true }
    }

    pub(crate) const fn bytes(self) -> usize {
        self.bytes
    }

    /// The cap for codes and for the names of values.
    pub(crate) const fn of_names(self) -> Self {
        let bytes = if self.bytes < NAME_CAP { NAME_CAP } else { self.bytes };
        Self { bytes, ..self }
    }

    /// A sanitized value, truncated to the limit. Values are truncated before they are joined with others or with the
    /// wording of this crate, so that neither is lost.
    pub(crate) fn truncated(self, value: &dyn Display) -> String {
        let mut shown = String::new();
        match self.shows_code_points {
            true => SafeText::new(&mut shown, self.bytes, &mut CodePoints).show(format_args!("{value}")),
            false => SafeText::new(&mut shown, self.bytes, &mut AsItIs).show(format_args!("{value}")),
        }
        shown
    }
}

/// A text, and whether it's truncated as a whole.
#[derive(Clone, Copy)]
pub(crate) enum Text<'a> {
    /// One value, which is truncated when it's written.
    Value(fmt::Arguments<'a>),
    /// Wording of this crate, or several values. Each value is truncated already.
    Joined(fmt::Arguments<'a>),
}

impl<'a> Text<'a> {
    pub(crate) const fn arguments(self) -> fmt::Arguments<'a> {
        let (Self::Value(text) | Self::Joined(text)) = self;
        text
    }

    /// The number of bytes to show, in a document with this cap for a value.
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
