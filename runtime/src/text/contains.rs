//! Searches for whole words.

/// Returns the offset of a substring.
// Inlined, each search takes 600 bytes.
#[inline(never)]
pub(crate) fn find(text: &str, part: &str) -> Option<usize> {
    text.match_indices(part).next().map(|(at, _)| at)
}

/// Whether a string contains a substring. In a minimal program, `str::contains` would take 6 kB more than this
/// function.
pub(crate) fn contains(text: &str, part: &str) -> bool {
    find(text, part).is_some()
}

/// Whether a string contains a substring, delimited by word boundaries. Always false for a blank substring. A name goes on
/// after a hyphen, and after a dot that a letter follows: `notes.txt` doesn't contain `notes`.
pub(crate) fn contains_words(text: &str, part: &str) -> bool {
    let (words, in_word) = (part.trim(), |character: char| character.is_alphanumeric() || character == '_');
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
    let next = |from: usize| Some(from + find(&text[from..], words)?);
    let mut found = next(0).filter(|_| !words.is_empty());
    while let Some(at) = found {
        if stands_alone(at) {
            return true;
        }
        found = next(at + words.len());
    }
    false
}
