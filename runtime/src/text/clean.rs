//! The cleaning of text, which all formats share.
//!
//! Control characters other than newline and tab, and ANSI escape sequences, are removed. A text longer than the cap is
//! cut at a character boundary, with a mark that states the number of bytes left out.

use super::cleaner::{Cleaner, has_special};
use std::fmt::{self, Display, Write};

/// The longest text that is shown in full, in bytes.
pub const DEFAULT_CAP: usize = 64 * 1024;

/// How a format writes cleaned text.
pub(crate) trait Escape {
    /// Whether the text was written unchanged, because it has no control characters and nothing to escape. It then
    /// counts as written.
    fn passes(&mut self, text: &str) -> bool;

    /// Writes a text without control characters except newline and tab.
    fn write(&mut self, text: &str, out: &mut String);
}

/// The place of one text. Everything written to it is cleaned, capped and escaped.
pub(crate) struct SafeText<'a, E> {
    out: &'a mut String,
    cleaner: Cleaner,
    escape: E,
}

impl<'a, E: Escape> SafeText<'a, E> {
    pub(crate) const fn new(out: &'a mut String, cap: usize, escape: E) -> Self {
        Self { out, cleaner: Cleaner::new(cap), escape }
    }

    /// Writes all of a text. If a `Display` fails, its output so far is kept, with a mark.
    #[inline]
    pub(crate) fn show(mut self, text: fmt::Arguments<'_>) {
        // A constant text needs no formatting.
        match text.as_str() {
            Some(text) => self.push(text),
            None => self.format(text),
        }
        self.end();
    }

    /// Writes all of a text.
    #[inline]
    pub(crate) fn show_str(mut self, text: &str) {
        self.push(text);
        self.end();
    }

    fn format(&mut self, text: fmt::Arguments<'_>) {
        // Writing here never fails, so the error comes from the `Display`.
        if fmt::write(self, text).is_err() {
            self.push("[unprintable]");
        }
    }

    #[inline]
    fn push(&mut self, text: &str) {
        if self.cleaner.has_room(text) && self.escape.passes(text) {
            self.cleaner.count(text);
            self.out.push_str(text);
        } else {
            self.push_slowly(text);
        }
    }

    #[cold]
    fn push_slowly(&mut self, text: &str) {
        let Self { out, cleaner, escape } = self;
        cleaner.feed(text, &mut |clean| escape.write(clean, out));
    }

    #[inline]
    fn end(mut self) {
        if self.cleaner.is_done() {
            return;
        }
        let Self { out, cleaner, escape } = &mut self;
        cleaner.finish(&mut |clean| escape.write(clean, out));
        if let Some(mark) = cleaner.mark() {
            escape.write(&mark.to_string(), out);
        }
    }
}

impl<E: Escape> Write for SafeText<'_, E> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

/// Clean text, unchanged.
pub(crate) struct AsItIs;

impl Escape for AsItIs {
    #[inline]
    fn passes(&mut self, text: &str) -> bool {
        !has_special(text.as_bytes(), [])
    }

    fn write(&mut self, text: &str, out: &mut String) {
        out.push_str(text);
    }
}

/// A text as every format shows it: without control characters and ANSI sequences, and cut at [`DEFAULT_CAP`].
///
/// For foreign text that a program prints itself: names, answers of a server, the output of a command.
pub fn clean(text: &dyn Display) -> String {
    clean_capped(text, DEFAULT_CAP)
}

/// A text, cleaned and capped at `cap` bytes.
pub(crate) fn clean_capped(text: &dyn Display, cap: usize) -> String {
    let mut cleaned = String::new();
    SafeText::new(&mut cleaned, cap, AsItIs).show(format_args!("{text}"));
    cleaned
}

/// Shows a value whose `Display` may fail: its output so far, and a mark.
///
/// `to_string` and serde panic if a `Display` returns an error.
pub(crate) struct Displayed<'a, T: ?Sized>(pub(crate) &'a T);

impl<T: Display + ?Sized> Display for Displayed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Watched<'a, 'b> {
            sink: &'a mut fmt::Formatter<'b>,
            sink_failed: bool,
        }
        impl Write for Watched<'_, '_> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                let written = self.sink.write_str(text);
                self.sink_failed |= written.is_err();
                written
            }
        }
        let mut watched = Watched { sink: f, sink_failed: false };
        match write!(watched, "{}", self.0) {
            Err(_) if watched.sink_failed => Err(fmt::Error),
            Err(_) => f.write_str("[unprintable]"),
            Ok(()) => Ok(()),
        }
    }
}

impl<T: Display + ?Sized> serde::Serialize for Displayed<'_, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Displayed, clean};
    use std::fmt::{self, Display, Write};

    #[test]
    fn ordinary_text_stays_as_it_is() {
        let text = "Grüße, \u{1f980} «x» \u{a0}\u{2028}";
        assert_eq!(clean(&text), text);
    }

    #[test]
    fn control_characters_are_found_wherever_they_are() {
        // Under Miri fewer, since each takes a millisecond; sixteen bytes are searched at a time.
        let lengths = if cfg!(miri) { 15..17 } else { 0..40 };
        for length in lengths {
            for at in 0..=length {
                for bad in ["\0", "\u{1f}", "\u{7f}", "\u{80}", "\u{9f}"] {
                    let text = format!("{}{bad}{}", "a".repeat(at), "~".repeat(length - at));
                    assert_eq!(clean(&text), text.replace(bad, ""));
                }
            }
        }
    }

    #[test]
    fn a_value_that_cannot_be_shown_is_marked_and_a_full_sink_is_an_error() {
        struct Broken;
        impl Display for Broken {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("so far").and(Err(fmt::Error))
            }
        }
        struct Full;
        impl Write for Full {
            fn write_str(&mut self, _: &str) -> fmt::Result {
                Err(fmt::Error)
            }
        }
        let mut text = String::new();
        assert!(write!(text, "{}", Displayed(&Broken)).is_ok());
        assert_eq!(text, "so far[unprintable]");
        assert!(write!(Full, "{}", Displayed(&"a")).is_err());
    }
}
