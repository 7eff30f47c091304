//! Text safety, in the one place that all formats use.
//!
//! Control characters other than newline and tab, and ANSI escape sequences, are removed. A text
//! longer than the cap is cut on a character boundary and marked with the number of bytes left out.

use std::fmt::{self, Display, Write};

/// The longest text that is shown whole, in bytes.
pub const DEFAULT_CAP: usize = 64 * 1024;

/// Removes what does not belong into text, across any number of pieces.
#[derive(Clone, Debug)]
pub(crate) struct Cleaner {
    state: State,
    left: usize,
    cut: usize,
}

/// Where in an escape sequence of ECMA-48 the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ground,
    /// After ESC.
    Escape,
    /// After ESC and an intermediate byte: one final byte follows.
    EscapeIntermediate,
    /// In a control sequence, `ESC [`, up to its final byte.
    Csi,
    /// In a control string, as `ESC ]`, up to BEL, ST or the end of the line.
    ControlString,
    /// After ESC in a control string.
    ControlStringEscape,
}

impl Cleaner {
    pub(crate) const fn new(cap: usize) -> Self {
        Self { state: State::Ground, left: cap, cut: 0 }
    }

    /// Whether a text passes as it is; then it counts as fed.
    #[inline]
    pub(crate) fn passes(&mut self, text: &str) -> bool {
        let passes =
            self.state == State::Ground && self.cut == 0 && text.len() <= self.left && !has_suspect(text.as_bytes());
        if passes {
            self.left -= text.len();
        }
        passes
    }

    /// Hands the clean parts of `text` to `emit`.
    #[inline]
    pub(crate) fn feed<'a>(&mut self, text: &'a str, mut emit: impl FnMut(&'a str)) {
        if self.state == State::Ground && (!has_suspect(text.as_bytes()) || !text.bytes().any(is_suspect)) {
            return self.pass(text, &mut emit);
        }
        let mut clean_from = None;
        for (at, character) in text.char_indices() {
            match (self.accepts(character), clean_from) {
                (true, None) => clean_from = Some(at),
                (false, Some(from)) => {
                    self.pass(&text[from..at], &mut emit);
                    clean_from = None;
                }
                (true, Some(_)) | (false, None) => {}
            }
        }
        if let Some(from) = clean_from {
            self.pass(&text[from..], &mut emit);
        }
    }

    /// Emits as much of a clean text as the cap allows.
    #[inline]
    fn pass<'a>(&mut self, text: &'a str, emit: &mut impl FnMut(&'a str)) {
        let end = if self.cut > 0 { 0 } else { boundary(text, self.left) };
        if end > 0 {
            emit(&text[..end]);
            self.left -= end;
        }
        self.cut += text.len() - end;
    }

    /// The mark of a text that was cut.
    pub(crate) fn mark(&self) -> Option<impl Display + use<>> {
        let cut = self.cut;
        (cut > 0).then_some(Mark { cut })
    }

    /// Steps over one character and says whether it is kept.
    #[allow(clippy::match_same_arms, reason = "one arm a transition, as ECMA-48 has them")]
    fn accepts(&mut self, character: char) -> bool {
        let (state, kept) = match (self.state, character) {
            (State::ControlString, '\u{1b}') => (State::ControlStringEscape, false),
            (State::ControlStringEscape, '\\') => (State::Ground, false),
            (State::ControlString | State::ControlStringEscape, '\u{7}' | '\u{9c}') => (State::Ground, false),
            // A string that is not ended must not swallow the rest of the text.
            (State::ControlString | State::ControlStringEscape, '\n') => (State::Ground, true),
            (State::ControlString | State::ControlStringEscape, _) => (State::ControlString, false),
            (_, '\u{1b}') => (State::Escape, false),
            (_, '\u{9b}') => (State::Csi, false),
            (_, '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}') => (State::ControlString, false),
            (State::Escape, '[') => (State::Csi, false),
            (State::Escape, 'P' | 'X' | ']' | '^' | '_') => (State::ControlString, false),
            (State::Escape | State::EscapeIntermediate, ' '..='/') => (State::EscapeIntermediate, false),
            (State::Escape | State::EscapeIntermediate, '0'..='~') => (State::Ground, false),
            (State::Csi, ' '..='?') => (State::Csi, false),
            (State::Csi, '@'..='~') => (State::Ground, false),
            (_, '\n' | '\t') => (State::Ground, true),
            (_, other) => (State::Ground, !other.is_control()),
        };
        self.state = state;
        kept
    }
}

/// The largest character boundary of `text` that is not above `limit`.
fn boundary(text: &str, limit: usize) -> usize {
    if text.len() <= limit {
        return text.len();
    }
    (0..=limit.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

/// Bytes that may begin a control character: C0, DEL, and the lead byte of C1 in UTF-8.
fn is_suspect(byte: u8) -> bool {
    (byte < 0x20 && byte != b'\n' && byte != b'\t') || byte == 0x7f || byte == 0xc2
}

/// Eight bytes at a time; a newline or a tab may count as a suspect.
#[inline]
fn has_suspect(text: &[u8]) -> bool {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    let zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
    let (words, rest) = text.as_chunks::<8>();
    let mut found = 0;
    for word in words {
        let word = u64::from_ne_bytes(*word);
        found |=
            (word.wrapping_sub(ONES * 0x20) & !word & HIGH) | zero(word ^ (ONES * 0x7f)) | zero(word ^ (ONES * 0xc2));
    }
    found != 0 || rest.iter().any(|byte| is_suspect(*byte))
}

struct Mark {
    cut: usize,
}

impl Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "… [{} bytes cut]", self.cut)
    }
}

/// A text as every format shows it: without control characters and ANSI sequences, and cut at [`DEFAULT_CAP`].
///
/// For what a program prints itself and has not written itself: names, answers of a server, the output of a command.
pub fn clean(text: &dyn Display) -> String {
    clean_capped(text, DEFAULT_CAP)
}

/// A text cleaned, and capped at `cap` bytes.
pub(crate) fn clean_capped(text: &dyn Display, cap: usize) -> String {
    struct Cleaned {
        cleaner: Cleaner,
        text: String,
    }
    impl Write for Cleaned {
        fn write_str(&mut self, piece: &str) -> fmt::Result {
            self.cleaner.feed(piece, |clean| self.text.push_str(clean));
            Ok(())
        }
    }
    let mut cleaned = Cleaned { cleaner: Cleaner::new(cap), text: String::new() };
    // Writing to a string does not fail, and `Shown` takes the failures of `Display`.
    let _ = write!(cleaned, "{}", Shown(text));
    if let Some(mark) = cleaned.cleaner.mark() {
        let _ = write!(cleaned.text, "{mark}");
    }
    cleaned.text
}

/// Shows a value whose `Display` may fail: what it wrote, and a mark.
///
/// `to_string` and serde panic where a `Display` reports an error of its own.
pub(crate) struct Shown<'a, T: ?Sized>(pub(crate) &'a T);

impl<T: Display + ?Sized> Display for Shown<'_, T> {
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

impl<T: Display + ?Sized> serde::Serialize for Shown<'_, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cleaner, clean};

    fn cleaned(text: &str) -> String {
        clean(&text)
    }

    #[test]
    fn ansi_sequences_and_control_characters_are_removed() {
        assert_eq!(cleaned("a\u{1b}[31mred\u{1b}[0m\r\n\tb\0\u{7f}\u{85}"), "ared\n\tb");
        assert_eq!(cleaned("\u{1b}]0;title\u{7}x\u{1b}]8;;url\u{1b}\\y\u{9b}1mz"), "xyz");
        assert_eq!(cleaned("\u{1b}(Ba\u{1b}7b\u{1b}P+q\u{1b}\\c"), "abc");
    }

    #[test]
    fn a_sequence_without_an_end_swallows_no_more_than_its_line() {
        assert_eq!(cleaned("a\u{1b}]0;b\nc"), "a\nc");
        assert_eq!(cleaned("a\u{1b}[31é"), "aé");
        assert_eq!(cleaned("a\u{1b}\u{1b}[1mb\u{1b}"), "ab");
    }

    #[test]
    fn a_sequence_is_recognised_across_pieces() {
        let mut cleaner = Cleaner::new(100);
        let mut text = String::new();
        for piece in ["a\u{1b}", "[3", "1", "mb"] {
            cleaner.feed(piece, |clean| text.push_str(clean));
        }
        assert_eq!(text, "ab");
    }

    #[test]
    fn long_text_is_cut_between_characters_and_marked() {
        let mut cleaner = Cleaner::new(4);
        let mut text = String::new();
        cleaner.feed("aéé", |clean| text.push_str(clean));
        cleaner.feed("b", |clean| text.push_str(clean));
        assert_eq!(text, "aé");
        assert_eq!(cleaner.mark().unwrap().to_string(), "… [3 bytes cut]");
    }

    #[test]
    fn ordinary_text_stays_as_it_is() {
        let text = "Grüße, \u{1f980} «x» \u{a0}\u{2028}";
        assert_eq!(cleaned(text), text);
    }
}
