//! An incremental sanitizer.

use std::fmt::{self, Display, Write};

/// Removes control characters and escape sequences from a string that arrives in pieces.
#[derive(Clone, Debug)]
pub(crate) struct Sanitizer {
    state: EscapeState,
    left: usize,
    cut: usize,
    /// Whether a bidirectional control character counts as the length of its escape.
    counts_code_points: bool,
    /// The contents of an open control string. They're emitted if the string is never closed.
    unended: Option<Box<UnclosedString>>,
}

/// A control string, parsed under the assumption that it's never closed.
#[derive(Clone, Debug)]
struct UnclosedString {
    cleaner: Sanitizer,
    text: String,
}

/// The state of the parser for escape sequences (ECMA-48).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EscapeState {
    Ground,
    /// After ESC.
    Escape,
    /// After ESC and an intermediate byte, before the final byte.
    EscapeIntermediate,
    /// In a control sequence, from `ESC [` to its final byte.
    Csi,
    /// In a control string, from a sequence such as `ESC ]` to BEL or ST. If the string doesn't end on the same line,
    /// only its introducer is removed.
    ControlString,
    /// After ESC in a control string.
    ControlStringEscape,
}

impl EscapeState {
    const fn is_string(self) -> bool {
        matches!(self, Self::ControlString | Self::ControlStringEscape)
    }
}

impl Sanitizer {
    pub(crate) const fn new(cap: usize) -> Self {
        Self { state: EscapeState::Ground, left: cap, cut: 0, counts_code_points: false, unended: None }
    }

    /// Sets whether a bidirectional control character counts with the length of its escape sequence.
    pub(crate) fn counting_code_points(self, counts_code_points: bool) -> Self {
        Self { counts_code_points, ..self }
    }

    /// Passes the sanitized parts of `text` to `emit`.
    ///
    /// Passes the text between two control characters as a whole. Only escape sequences are parsed character by
    /// character.
    pub(crate) fn feed(&mut self, text: &str, emit: &mut dyn FnMut(&str)) {
        let mut rest = text;
        loop {
            if self.state == EscapeState::Ground {
                let (plain, after) = rest.split_at(first_control(rest.as_bytes()));
                self.pass(plain, emit);
                rest = after;
            }
            let Some(character) = rest.chars().next() else { return };
            let (stepped, after) = rest.split_at(character.len_utf8());
            if self.step(character, emit) {
                self.pass(stepped, emit);
            }
            rest = after;
        }
    }

    /// Emits the contents of a control string that was never closed. Call this at the end of the input.
    pub(crate) fn finish(&mut self, emit: &mut dyn FnMut(&str)) {
        self.state = EscapeState::Ground;
        if let Some(unended) = self.unended.take() {
            emit(&unended.text);
            (self.left, self.cut) = (unended.cleaner.left, unended.cleaner.cut);
        }
    }

    /// Emits sanitized text up to the cap, and counts the omitted bytes.
    fn pass(&mut self, text: &str, emit: &mut dyn FnMut(&str)) {
        let (end, length) = match self.counts_code_points {
            _ if self.cut > 0 => (0, 0),
            true => boundary_of_code_points(text, self.left),
            false => boundary(text, self.left),
        };
        if end > 0 {
            emit(&text[..end]);
            self.left -= length;
        }
        self.cut += text.len() - end;
    }

    /// Returns the note that follows a truncated string, or `None` if nothing was truncated.
    pub(crate) fn mark(&self) -> Option<impl Display + use<>> {
        let cut = self.cut;
        (cut > 0).then_some(Mark { cut })
    }

    /// Parses one character. Returns whether to keep the character.
    fn step(&mut self, character: char, emit: &mut dyn FnMut(&str)) -> bool {
        let was_string = self.state.is_string();
        let kept = self.accepts(character);
        match (was_string, self.state.is_string()) {
            (false, true) => {
                let cleaner = Self::new(self.left).counting_code_points(self.counts_code_points);
                self.unended =
                    Some(Box::new(UnclosedString { cleaner: Self { cut: self.cut, ..cleaner }, text: String::new() }));
            }
            (true, true) => {
                if let Some(unended) = &mut self.unended {
                    unended.step(character);
                }
            }
            // A newline ended the string without closing it.
            (true, false) if kept => self.finish(emit),
            (true, false) => self.unended = None,
            (false, false) => {}
        }
        kept
    }

    /// Advances the parser by one character. Returns whether to keep the character. Drops the contents of control
    /// strings. If a string turns out to be unclosed, [`step`](Self::step) restores its contents.
    #[allow(clippy::match_same_arms, reason = "one arm for each transition of ECMA-48")]
    fn accepts(&mut self, character: char) -> bool {
        let (state, kept) = match (self.state, character) {
            (EscapeState::ControlString | EscapeState::ControlStringEscape, '\u{1b}') => {
                (EscapeState::ControlStringEscape, false)
            }
            (EscapeState::ControlStringEscape, '\\') => (EscapeState::Ground, false),
            (EscapeState::ControlString | EscapeState::ControlStringEscape, '\u{7}' | '\u{9c}') => {
                (EscapeState::Ground, false)
            }
            // A newline ends an unclosed string, which would otherwise hide the rest of the text.
            (EscapeState::ControlString | EscapeState::ControlStringEscape, '\n') => (EscapeState::Ground, true),
            (EscapeState::ControlString | EscapeState::ControlStringEscape, _) => (EscapeState::ControlString, false),
            (_, '\u{1b}') => (EscapeState::Escape, false),
            (_, '\u{9b}') => (EscapeState::Csi, false),
            (_, '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}') => (EscapeState::ControlString, false),
            (EscapeState::Escape, '[') => (EscapeState::Csi, false),
            (EscapeState::Escape, 'P' | 'X' | ']' | '^' | '_') => (EscapeState::ControlString, false),
            (EscapeState::Escape | EscapeState::EscapeIntermediate, ' '..='/') => {
                (EscapeState::EscapeIntermediate, false)
            }
            (EscapeState::Escape | EscapeState::EscapeIntermediate, '0'..='~') => (EscapeState::Ground, false),
            (EscapeState::Csi, ' '..='?') => (EscapeState::Csi, false),
            (EscapeState::Csi, '@'..='~') => (EscapeState::Ground, false),
            (_, '\n' | '\t') => (EscapeState::Ground, true),
            (_, other) => (EscapeState::Ground, !other.is_control()),
        };
        self.state = state;
        kept
    }
}

impl UnclosedString {
    /// Parses one character. Here, every control string counts as unclosed, so only its introducer is removed.
    fn step(&mut self, character: char) {
        if self.cleaner.accepts(character) {
            let text = &mut self.text;
            self.cleaner.pass(character.encode_utf8(&mut [0; 4]), &mut |clean| text.push_str(clean));
        }
        if self.cleaner.state.is_string() {
            self.cleaner.state = EscapeState::Ground;
        }
    }
}

/// Returns the last character boundary within `limit` bytes, both as an offset and as a length.
fn boundary(text: &str, limit: usize) -> (usize, usize) {
    let end = match text.len() <= limit {
        true => text.len(),
        false => (0..=limit).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default(),
    };
    (end, end)
}

/// Like [`boundary`], but a bidirectional control character counts as the length of its escape.
fn boundary_of_code_points(text: &str, limit: usize) -> (usize, usize) {
    /// The length of an escape such as `\u{202e}`.
    const CODE_POINT: usize = 8;
    let mut length = 0;
    for (at, character) in text.char_indices() {
        let more = if is_bidi_control(character) { CODE_POINT } else { character.len_utf8() };
        if length + more > limit {
            return (at, length);
        }
        length += more;
    }
    (text.len(), length)
}

/// Returns the number of bytes before the first byte that may start a control character. Newlines and tabs don't count.
fn first_control(text: &[u8]) -> usize {
    let control = |byte: &u8| (*byte < 0x20 && !matches!(byte, b'\n' | b'\t')) || matches!(byte, 0x7f | 0xc2);
    let (chunks, rest) = text.as_chunks::<16>();
    // A fold without branches can be vectorized.
    let clean =
        chunks.iter().take_while(|chunk| !chunk.iter().fold(false, |found, byte| found | control(byte))).count();
    let tail = chunks.get(clean).map_or(rest, |chunk| chunk.as_slice());
    clean * 16 + tail.iter().position(control).unwrap_or(tail.len())
}

/// Whether at least one format removes or replaces the character. This is true for control characters except tabs, line
/// separators, bidirectional control characters, and characters that XML 1.0 excludes.
pub(crate) fn is_changed_by_a_format(character: char) -> bool {
    match character {
        '\t' => false,
        '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}' => true,
        other => other.is_control() || is_bidi_control(other),
    }
}

/// Whether a character is a bidirectional control character: an embedding, an override or an isolate. rustc's
/// `text_direction_codepoint_in_literal` lint rejects these characters.
pub(crate) const fn is_bidi_control(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Appends a character as a Rust escape, such as `\u{202e}`.
#[cold]
pub(crate) fn push_code_point(character: char, out: &mut String) {
    // Writing to a `String` never fails.
    let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
}

struct Mark {
    cut: usize,
}

impl Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "… [{} bytes cut]", self.cut)
    }
}

#[cfg(test)]
mod tests {
    use super::Sanitizer;

    /// Sanitizes a string that arrives in these pieces.
    fn cleaned(pieces: &[&str], cap: usize) -> String {
        let mut cleaner = Sanitizer::new(cap);
        let mut text = String::new();
        for piece in pieces {
            cleaner.feed(piece, &mut |clean| text.push_str(clean));
        }
        cleaner.finish(&mut |clean| text.push_str(clean));
        text + &cleaner.mark().map(|mark| mark.to_string()).unwrap_or_default()
    }

    #[test]
    fn ansi_sequences_and_control_characters_are_removed() {
        for (text, clean) in [
            ("a\u{1b}[31mred\u{1b}[0m\r\n\tb\0\u{7f}\u{85}", "ared\n\tb"),
            ("\u{1b}]0;title\u{7}x\u{1b}]8;;url\u{1b}\\y\u{9b}1mz", "xyz"),
            ("\u{1b}(Ba\u{1b}7b\u{1b}P+q\u{1b}\\c", "abc"),
            ("a\u{1b}[31é", "aé"),
            ("a\u{1b}\u{1b}[1mb\u{1b}", "ab"),
        ] {
            assert_eq!(cleaned(&[text], 100), clean);
        }
    }

    #[test]
    fn a_control_string_without_an_end_loses_its_introducer_only() {
        for (text, clean) in [
            ("a\u{1b}]", "a"),
            ("a\u{1b}] is not valid", "a is not valid"),
            ("a\u{1b}]0;b\nc\u{7}", "a0;b\nc"),
            ("a\u{9d}b\u{1b}P\u{1b}[1mc\0", "abc"),
            ("\u{1b}]\u{1b}]a\nb\u{1b}]c\u{7}d", "a\nbd"),
        ] {
            assert_eq!(cleaned(&[text], 100), clean, "{text:?}");
            let mut pieces: Vec<&str> = text.split_inclusive(|_: char| true).collect();
            assert_eq!(cleaned(&pieces, 100), clean, "{text:?}");
            pieces.push("!");
            assert_eq!(cleaned(&pieces, 100), format!("{clean}!"), "{text:?}");
        }
    }

    #[test]
    fn a_sequence_is_recognised_across_pieces() {
        assert_eq!(cleaned(&["a\u{1b}", "[3", "1", "mb"], 100), "ab");
        assert_eq!(cleaned(&["a\u{1b}", "]0;ti", "tle\u{1b}", "\\b"], 100), "ab");
    }

    #[test]
    fn long_text_is_cut_between_characters_and_marked() {
        assert_eq!(cleaned(&["aéé", "b"], 4), "aé… [3 bytes cut]");
        assert_eq!(cleaned(&["ab\u{1b}]cd", "e"], 3), "abc… [2 bytes cut]");
        assert_eq!(cleaned(&["ab\u{9d}cd\ne"], 3), "abc… [3 bytes cut]");
        assert_eq!(cleaned(&["abcd\u{9d}e"], 3), "abc… [2 bytes cut]");
        assert_eq!(cleaned(&["ab\u{9d}cd\u{7}e"], 3), "abe");
    }
}
