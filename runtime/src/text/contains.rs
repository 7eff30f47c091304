//! Whether one text contains another, without an allocation for short ones.

use std::fmt::{self, Display, Write};

/// Texts up to this length need no allocation.
const SHORT: usize = 256;

/// Whether the text of `whole` contains that of `part` as whole words; an empty text is never contained.
pub(crate) fn contains(whole: &dyn Display, part: &dyn Display) -> bool {
    let (mut whole_text, mut part_text) = (Text::new(), Text::new());
    // A text whose `Display` fails does not contain anything.
    if write!(whole_text, "{whole}").is_err() || write!(part_text, "{part}").is_err() {
        return false;
    }
    let (whole, part) = (whole_text.as_str(), part_text.as_str().trim());
    let is_edge = |character: Option<char>| !character.is_some_and(char::is_alphanumeric);
    !part.is_empty()
        && whole.match_indices(part).any(|(at, _)| {
            let before = whole.get(..at).and_then(|before| before.chars().next_back());
            is_edge(before) && is_edge(whole.get(at + part.len()..).and_then(|after| after.chars().next()))
        })
}

/// `str::contains`, once in a program: rustc would compile its search, 2 kB, into each unit that has a call.
#[inline(never)]
pub(crate) fn has_part(text: &str, part: &str) -> bool {
    text.contains(part)
}

/// A text that moves to the heap when it grows.
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
    use super::contains;

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
}
