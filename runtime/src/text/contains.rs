//! Searches for whole words.

/// Whether a string contains a substring. In a minimal program, `str::contains` would take 6 kB more than this
/// function.
pub(crate) fn contains(text: &str, part: &str) -> bool {
    text.match_indices(part).next().is_some()
}

/// Whether a string contains a substring, delimited by word boundaries. Always false for a blank substring.
pub(crate) fn contains_words(text: &str, part: &str) -> bool {
    let (words, in_word) = (part.trim(), |character: char| character.is_alphanumeric() || character == '_');
    let stands_alone = |at: usize| {
        let (before, after) = (&text[..at], &text[at + words.len()..]);
        !before.chars().next_back().is_some_and(in_word) && !after.chars().next().is_some_and(in_word)
    };
    !words.is_empty() && text.match_indices(words).any(|(at, _)| stands_alone(at))
}
