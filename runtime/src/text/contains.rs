//! Searches for whole words, and replaces characters.

/// Whether a list of words that are separated by single spaces contains a word in the same case.
#[cfg(any(feature = "clap", feature = "redact"))]
pub(crate) fn has_word(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// Whether a string contains a substring. `str::contains` would add 6 kB to a minimal program.
pub(crate) fn contains(text: &str, part: &str) -> bool {
    text.match_indices(part).next().is_some()
}

/// Replaces a character. `str::replace` would be compiled again in most of the modules that call
/// this function.
#[inline(never)]
pub(crate) fn replaced(text: &str, from: char, to: &str) -> String {
    text.replace(from, to)
}

/// Whether a string contains a substring, delimited by word boundaries. Always false for a blank
/// substring. A name goes on after a hyphen, and after a dot that a letter follows: `notes.txt`
/// doesn't contain `notes`.
pub(crate) fn contains_words(text: &str, part: &str) -> bool {
    let words = part.trim();
    if words.is_empty() {
        return false;
    }
    text.match_indices(words).any(|(start, _)| {
        let before = &text[..start];
        let after = &text[start + words.len()..];
        !ends_in_word(before) && !continues_word(after)
    })
}

fn is_in_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn ends_in_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(is_in_word)
}

fn continues_word(text: &str) -> bool {
    let mut characters = text.chars();
    match characters.next() {
        Some('-') => true,
        Some('.') => characters.next().is_some_and(is_in_word),
        next => next.is_some_and(is_in_word),
    }
}
