//! Searches for whole words, and replaces characters.

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
    let (words, in_word) = (part.trim(), |character: char| {
        character.is_alphanumeric() || character == '_'
    });
    let stands_alone = |at: usize| {
        let (before, after) = (&text[..at], &text[at + words.len()..]);
        let mut after = after.chars();
        let goes_on = match after.next() {
            Some('-') => true,
            Some('.') => after.next().is_some_and(in_word),
            next => next.is_some_and(in_word),
        };
        !before.chars().next_back().is_some_and(in_word) && !goes_on
    };
    !words.is_empty() && text.match_indices(words).any(|(at, _)| stands_alone(at))
}
