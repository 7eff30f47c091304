//! Sanitizes strings. All formats share this code.
//!
//! Sanitizing removes control characters and ANSI escape sequences, but keeps newlines and tabs. A string that exceeds
//! the cap is truncated at a character boundary, and the number of omitted bytes is appended.

use super::sanitizer::{Sanitizer, is_bidi_control, push_code_point};
use super::special::{any_of, has_special};
use std::fmt::{self, Display, Write};
use std::ops::Range;

/// The default cap on a string, in bytes. Longer strings are truncated.
pub const DEFAULT_CAP: usize = 64 * 1024;

/// Escapes sanitized text for a format.
pub(crate) trait Escape {
    /// Whether a string in a document can stay as it is: it contains no control characters and nothing to escape.
    fn is_plain(&self, document: &str, text: Range<usize>) -> bool;

    /// Escapes the next piece of a string and appends it to `out`. The piece contains no control characters other than
    /// newlines and tabs.
    fn write(&mut self, text: &str, out: &mut String);

    /// Whether bidirectional control characters are written as escapes such as `\u{202e}`. The escapes then count
    /// toward the cap.
    fn shows_code_points(&self) -> bool {
        false
    }
}

/// Sanitizes, truncates and escapes everything that's written to it. The result is a single string.
///
/// Most strings are short and need no changes, but arrive in many pieces. So the pieces are appended unchanged, and the
/// whole string is checked once at the end. The string is only sanitized if the check fails or the string exceeds the
/// cap.
pub(crate) struct SanitizingWriter<'a> {
    out: &'a mut String,
    start: usize,
    /// How many more bytes may be appended unchanged, or 0 once the string is being sanitized.
    room: usize,
    cleaner: Option<Sanitizer>,
    escape: &'a mut dyn Escape,
}

impl<'a> SanitizingWriter<'a> {
    pub(crate) fn new(out: &'a mut String, cap: usize, escape: &'a mut dyn Escape) -> Self {
        let start = out.len();
        Self { out, start, room: cap, cleaner: None, escape }
    }

    /// Writes a string. If its `Display` fails, keeps the output so far and appends [`UNPRINTABLE`], regardless of the
    /// cap.
    #[inline]
    pub(crate) fn show(mut self, text: fmt::Arguments<'_>) {
        let is_complete = self.push_all(text);
        self.end();
        if !is_complete {
            self.escape.write(UNPRINTABLE, self.out);
        }
    }

    /// Writes a string that's already in memory.
    #[inline]
    pub(crate) fn show_str(mut self, text: &str) {
        self.push(text);
        self.end();
    }

    /// Formats the string. Returns false if a `Display` failed before the end.
    #[inline]
    fn push_all(&mut self, text: fmt::Arguments<'_>) -> bool {
        // A constant string needs no formatting.
        if let Some(text) = text.as_str() {
            self.push(text);
            return true;
        }
        // Writing here never fails, so an error comes from a `Display`.
        fmt::write(self, text).is_ok()
    }

    #[inline]
    fn push(&mut self, text: &str) {
        match self.room.checked_sub(text.len()) {
            Some(room) => {
                self.room = room;
                self.out.push_str(text);
            }
            None => self.clean(text),
        }
    }

    /// Sanitizes the string so far, if that hasn't happened yet, and the next piece.
    #[cold]
    fn clean(&mut self, next: &str) {
        let Self { out, start, room, cleaner, escape } = self;
        let cleaner = cleaner.get_or_insert_with(|| {
            let so_far = out.split_off(*start);
            let cap = so_far.len() + *room;
            let mut cleaner = Sanitizer::new(cap).counting_code_points(escape.shows_code_points());
            cleaner.feed(&so_far, &mut |clean| escape.write(clean, out));
            cleaner
        });
        *room = 0;
        cleaner.feed(next, &mut |clean| escape.write(clean, out));
    }

    #[inline]
    fn end(&mut self) {
        if self.cleaner.is_some() || !self.escape.is_plain(self.out, self.start..self.out.len()) {
            self.end_cleaned();
        }
    }

    #[cold]
    fn end_cleaned(&mut self) {
        self.clean("");
        let Self { out, cleaner: Some(cleaner), escape, .. } = self else { return };
        cleaner.finish(&mut |clean| escape.write(clean, out));
        if let Some(mark) = cleaner.mark() {
            escape.write(&mark.to_string(), out);
        }
    }
}

impl Write for SanitizingWriter<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

/// The note that follows the output of a `Display` that failed.
pub(crate) const UNPRINTABLE: &str = "[unprintable]";

/// Leaves sanitized text unchanged.
pub(crate) struct NoEscape;

impl Escape for NoEscape {
    #[inline]
    fn is_plain(&self, document: &str, text: Range<usize>) -> bool {
        !has_special::<{ any_of(b"\x7f") }>(document, text)
    }

    fn write(&mut self, text: &str, out: &mut String) {
        out.push_str(text);
    }
}

/// Escapes sanitized text for a terminal. Bidirectional control characters become escapes such as `\u{202e}`, as in
/// rustc. U+2028 and U+2029 become newlines, because some programs treat them as line breaks.
pub(crate) struct TerminalEscape;

impl Escape for TerminalEscape {
    fn is_plain(&self, document: &str, text: Range<usize>) -> bool {
        // All characters that `write` replaces start with the byte 0xe2.
        !has_special::<{ any_of(b"\xe2") }>(document, text)
    }

    fn write(&mut self, text: &str, out: &mut String) {
        for character in text.chars() {
            match character {
                '\u{2028}' | '\u{2029}' => out.push('\n'),
                other if is_bidi_control(other) => push_code_point(other, out),
                other => out.push(other),
            }
        }
    }

    fn shows_code_points(&self) -> bool {
        true
    }
}

/// Sanitizes a string as all formats do. Removes control characters and ANSI escape sequences, but keeps newlines and
/// tabs. Truncates the string to [`DEFAULT_CAP`] bytes.
///
/// Use this for foreign strings that your program prints itself, such as names, server responses or the output of a
/// command.
pub fn clean(text: &dyn Display) -> String {
    clean_capped(text, DEFAULT_CAP)
}

/// Sanitizes a string like [`clean`], but truncates it to `cap` bytes.
pub fn clean_capped(text: &dyn Display, cap: usize) -> String {
    let mut cleaned = String::new();
    SanitizingWriter::new(&mut cleaned, cap, &mut NoEscape).show(format_args!("{text}"));
    cleaned
}

/// Whether a string is empty after sanitizing. Doesn't need to build the string.
pub(crate) fn is_empty(text: &fmt::Arguments<'_>) -> bool {
    if let Some(text) = text.as_str().filter(|text| !text.starts_with(char::is_control)) {
        return text.is_empty();
    }
    has_only(text, |_| false)
}

/// Whether a string contains only white space after sanitizing.
pub(crate) fn is_blank(text: &fmt::Arguments<'_>) -> bool {
    has_only(text, char::is_whitespace)
}

/// Whether all characters of the sanitized string satisfy the predicate. Doesn't need to build the string.
fn has_only(text: &fmt::Arguments<'_>, is_such: fn(char) -> bool) -> bool {
    struct ShownTest {
        cleaner: Sanitizer,
        is_such: fn(char) -> bool,
        is_shown: bool,
    }
    impl Write for ShownTest {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let Self { cleaner, is_such, is_shown } = self;
            // Feeds one character at a time, because the first one nearly always settles the result.
            for character in text.split_inclusive(|_: char| true) {
                if *is_shown {
                    return Err(fmt::Error);
                }
                cleaner.feed(character, &mut |clean| *is_shown |= !clean.chars().all(*is_such));
            }
            Ok(())
        }
    }
    let mut shown = ShownTest { cleaner: Sanitizer::new(usize::MAX), is_such, is_shown: false };
    // A `Display` that fails is displayed as `[unprintable]`, so the string isn't empty. A `Display` that ignores the
    // write error just continues.
    let failed = fmt::write(&mut shown, *text).is_err();
    let ShownTest { mut cleaner, mut is_shown, .. } = shown;
    cleaner.finish(&mut |clean| is_shown |= !clean.chars().all(is_such));
    !(is_shown || failed)
}

/// Displays a value whose `Display` may fail. If it does, appends [`UNPRINTABLE`] to its output.
///
/// Without this wrapper, `to_string` and serde would panic.
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
            Err(_) => f.write_str(UNPRINTABLE),
            Ok(()) => Ok(()),
        }
    }
}

impl<T: Display + ?Sized> serde::Serialize for Displayed<'_, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes the pieces, ignores write errors, and returns the given result.
#[cfg(test)]
pub(super) struct IgnoresWriteErrors(pub(super) &'static [&'static str], pub(super) fmt::Result);

#[cfg(test)]
impl Display for IgnoresWriteErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in self.0 {
            let _ = f.write_str(piece);
        }
        self.1
    }
}

#[cfg(test)]
mod tests {
    use super::{Displayed, IgnoresWriteErrors, clean, is_blank, is_empty};
    use std::fmt::{self, Display, Write};

    #[test]
    fn a_text_is_empty_if_it_shows_nothing_whatever_its_display_returns() {
        for (pieces, ended, expected) in [
            (&["\0", "", "\u{1b}[1m"][..], Ok(()), true),
            (&["\0", "a", "\0"], Ok(()), false),
            (&["\n"], Ok(()), false),
            (&["\u{1b}]0;"], Ok(()), false),
            (&[], Err(fmt::Error), false),
        ] {
            assert_eq!(is_empty(&format_args!("{}", IgnoresWriteErrors(pieces, ended))), expected, "{pieces:?}");
        }
    }

    #[test]
    fn a_text_is_blank_if_it_shows_only_white_space() {
        for (text, expected) in
            [("", true), (" \n\t", true), ("\u{2028}\u{1b}[1m ", true), (" a", false), ("\u{1b}]a", false)]
        {
            assert_eq!(is_blank(&format_args!("{text}")), expected, "{text:?}");
        }
    }

    #[test]
    fn ordinary_text_stays_as_it_is() {
        let text = "Grüße, \u{1f980} «x» \u{a0}\u{2028}";
        assert_eq!(clean(&text), text);
    }

    #[test]
    fn control_characters_are_found_wherever_they_are() {
        // Miri takes a millisecond per case, so it only tests the lengths around one 16-byte chunk.
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
