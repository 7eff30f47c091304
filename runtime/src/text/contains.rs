//! Substring searches that don't allocate for short strings.

use crate::text::sanitize::Displayed;
use crate::text::special::equal_bytes;
use std::fmt::{self, Display, Write};

/// The capacity of the stack buffer. Strings up to this length need no allocation.
const SHORT: usize = 256;

/// Whether `whole` contains `part` as whole words. Always false if `part` is blank.
pub(crate) fn contains(whole: &dyn Display, part: &dyn Display) -> bool {
    let (mut whole_text, mut part_text) = (Text::new(), Text::new());
    // [`Displayed`] never fails, and neither does writing to a `Text`.
    let _ = write!(whole_text, "{}", Displayed(whole)).and(write!(part_text, "{}", Displayed(part)));
    contains_str(whole_text.as_str(), part_text.as_str())
}

/// Whether the string `whole` contains `part` as whole words. Use [`contains`] for values that must be formatted first.
pub(crate) fn contains_str(whole: &str, part: &str) -> bool {
    let part = part.trim();
    !part.is_empty() && has_words(whole, part, char::is_alphanumeric)
}

/// Whether a text contains the given words, delimited by characters that `in_word` rejects.
pub(crate) fn has_words(text: &str, words: &str, in_word: fn(char) -> bool) -> bool {
    /// Up to this length, comparing at every occurrence of the first byte is faster than std's search. For longer
    /// words, std's search guarantees linear time.
    const SHORT: usize = 32;
    let stands_alone = |at: usize| {
        let (before, after) = (&text[..at], &text[at + words.len()..]);
        !before.chars().next_back().is_some_and(in_word) && !after.chars().next().is_some_and(in_word)
    };
    if words.len() > SHORT {
        return text.match_indices(words).any(|(at, _)| stands_alone(at));
    }
    let (bytes, words) = (text.as_bytes(), words.as_bytes());
    let Some(first) = words.first() else { return false };
    // Occurrences don't overlap, as in `str::match_indices`.
    let mut free_from = 0;
    let mut is_at = |at: usize| {
        let is_here = at >= free_from && bytes[at..].starts_with(words);
        if is_here {
            free_from = at + words.len();
        }
        is_here && stands_alone(at)
    };
    let (chunks, rest) = bytes.as_chunks();
    for (index, chunk) in chunks.iter().enumerate() {
        let mut places = equal_bytes(*chunk, *first);
        while places != 0 {
            if is_at(8 * index + places.trailing_zeros() as usize / 8) {
                return true;
            }
            places &= places - 1;
        }
    }
    (bytes.len() - rest.len()..bytes.len()).any(is_at)
}

/// A `str::contains` that's only compiled once. rustc would otherwise compile its 2 kB search into every codegen unit
/// that calls it.
#[inline(never)]
pub(crate) fn contains_shared(text: &str, part: &str) -> bool {
    text.contains(part)
}

/// A string on the stack. If it outgrows its buffer, it moves to the heap.
struct Text {
    short: [u8; SHORT],
    length: usize,
    long: String,
}

impl Text {
    fn new() -> Self {
        Self { short: [0; SHORT], length: 0, long: String::new() }
    }

    fn as_str(&self) -> &str {
        match self.long.is_empty() {
            true => self.short.get(..self.length).and_then(|text| str::from_utf8(text).ok()).unwrap_or_default(),
            false => &self.long,
        }
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        if let Some(place) = self.short.get_mut(self.length..end).filter(|_| self.long.is_empty()) {
            place.copy_from_slice(text.as_bytes());
            self.length = end;
            return Ok(());
        }
        if self.long.is_empty() {
            self.long = self.as_str().to_owned();
        }
        self.long.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{contains, has_words};

    #[test]
    fn a_part_is_found_in_words_of_its_own() {
        assert!(contains(&"invalid regex a: unclosed group", &"unclosed group"));
        assert!(contains(&"no such file (os error 2)", &"no such file"));
        assert!(!contains(&"cannot reload", &"load"));
        assert!(!contains(&"cannot read", &""));
        assert!(!contains(&"", &"a"));
        let long = "x".repeat(300);
        assert!(contains(&format!("a {long} b"), &long));
        assert!(!contains(&format!("a{long} b"), &long));
    }

    #[test]
    fn words_are_found_wherever_they_are() {
        for before in 0..20 {
            for after in 0..20 {
                // These bytes differ from the first byte of the word by one. There, `equal_bytes` may have false
                // positives.
                let (before, after) = ("bc ".repeat(before), " cb".repeat(after));
                assert!(has_words(&format!("{before}b{after}"), "b", char::is_alphanumeric));
                assert!(has_words(&format!("{before}bé ba{after}"), "bé ba", char::is_alphanumeric));
                assert!(!has_words(&format!("{before}bb{after}"), "b", char::is_alphanumeric));
            }
        }
        assert!(!has_words("a", "", char::is_alphanumeric));
    }
}
