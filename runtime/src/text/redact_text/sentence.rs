//! Finds secrets after their names in sentences, as in `password is S`.

use super::named::spans_words;
use super::prose::{
    is_complaint, is_literal, is_metavariable, is_placeholder, is_prose, is_random,
};
use super::{is_quote, window};
use crate::text::secret::{REDACTED, looks_secret, secret_word};
use std::ops::Range;

/// Words between a name and its value. Longer entries precede their prefixes.
const LINKS: &[&str] = &[
    "is ",
    "is: ",
    "was set to ",
    "was changed to ",
    "was ",
    "was: ",
    "set to ",
    "to ",
    "of ",
    "as ",
];

/// Prefixes of words that contain digits but aren't passwords, as in `password is sha256`.
const ALGORITHMS: &[&str] = &[
    "sha", "md", "base", "utf", "aes", "pbkdf", "argon", "rfc", "http",
];

/// A value after a name without a separator, as in `password is S`.
struct Phrase<'t> {
    value: &'t str,
    /// The text that starts with the value.
    rest: &'t str,
    /// Whether the value is in quotes that make any word a value.
    is_quoted: bool,
    /// Whether a word such as `is` precedes the value.
    has_link: bool,
    digits: usize,
}

/// Values in sentences that aren't secrets.
const NO_SECRETS_IN_SENTENCES: &[fn(&Phrase<'_>) -> bool] = &[
    |it| it.value.is_empty(),
    |it| it.value.contains(char::is_whitespace),
    |it| it.value.starts_with(REDACTED),
    |it| is_placeholder(it.value),
    |it| is_literal(it.value),
    |it| is_metavariable(it.value),
    // A password can contain a secret word, but `oauth2Token` is a name.
    |it| it.digits <= 2 && looks_secret(it.value),
    |it| is_prose(it.value),
    |it| is_complaint(it.value),
];

impl<'t> Phrase<'t> {
    fn new(value: &'t str, rest: &'t str) -> Self {
        Self {
            value,
            rest,
            is_quoted: false,
            has_link: false,
            digits: value.bytes().filter(u8::is_ascii_digit).count(),
        }
    }

    /// Returns the string in `name("S")`. `Password("S")` is the `Debug` output of a type, but
    /// `check_password("name")` is a call of any function.
    fn in_call(name: &str, arguments: &'t str) -> Option<Self> {
        let argument = arguments.trim_start_matches([' ', '\t']);
        let mut phrase = Self::quoted(argument)?;
        phrase.is_quoted = name.starts_with(char::is_uppercase);
        Some(phrase)
    }

    /// Returns the value in `is "S"`, `is S`, `"S"` or `S`.
    fn after_name(text: &'t str) -> Option<Self> {
        let words = text.trim_start_matches([' ', '\t']);
        let linked = after_link(words);
        let value = linked.unwrap_or(words);
        let mut phrase = if starts_quoted(value) {
            Self::quoted(value)?
        } else {
            Self::new(first_word(value), value)
        };
        phrase.has_link = linked.is_some();
        Some(phrase)
    }

    fn quoted(text: &'t str) -> Option<Self> {
        let inside = text.trim_start_matches('\\').strip_prefix(is_quote)?;
        let (value, _) = inside.split_once(is_quote)?;
        let mut phrase = Self::new(value.trim_end_matches('\\'), inside);
        phrase.is_quoted = true;
        Some(phrase)
    }

    fn is_no_secret(&self) -> bool {
        NO_SECRETS_IN_SENTENCES.iter().any(|applies| applies(self))
    }

    /// Whether the value looks like the secret with this name.
    fn looks_like(&self, secret: &str) -> bool {
        if is_random(self.value) {
            return true;
        }
        let is_password = secret.starts_with('p') && !secret.contains('_');
        is_password && (self.is_quoted || (self.has_link && self.is_mixed()))
    }

    /// Whether the value contains letters and digits, and isn't the name of an algorithm.
    fn is_mixed(&self) -> bool {
        let lower = self.value.to_ascii_lowercase();
        let is_algorithm = ALGORITHMS.iter().any(|start| lower.starts_with(start));
        self.value.len() >= 6 && self.value.contains(char::is_alphabetic) && !is_algorithm
    }
}

/// Returns the value after a name without a separator: `password 'S'`, `password is S`,
/// `Password("S")`. A quoted password may be any word. After `is` or a similar word, an unquoted
/// password must contain letters and digits. Other values must look random.
pub(super) fn value(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    if word.starts_with('-') {
        return None;
    }
    let rest = window(&text[name.end..]);
    let phrase = match rest.strip_prefix('(') {
        Some(arguments) => Phrase::in_call(word, arguments)?,
        None => Phrase::after_name(rest.strip_prefix([' ', '\t'])?)?,
    };
    // Check for digits first, because most words have none, and the other checks take longer.
    if !phrase.is_quoted && phrase.digits == 0 {
        return None;
    }
    let secret = secret_word(word)?;
    if word.contains(' ') && !spans_words(word) {
        return None;
    }
    if !phrase.looks_like(secret) || phrase.is_no_secret() {
        return None;
    }
    let skipped = rest.len() - phrase.rest.len();
    let start = name.end + skipped;
    Some(start..start + phrase.value.len())
}

fn starts_quoted(text: &str) -> bool {
    text.trim_start_matches('\\').starts_with(is_quote)
}

/// Returns the text after a word such as `is`.
fn after_link(text: &str) -> Option<&str> {
    LINKS.iter().find_map(|link| text.strip_prefix(link))
}

/// Returns the first word, without the punctuation of the sentence.
fn first_word(text: &str) -> &str {
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    word.trim_end_matches(|c| is_quote(c) || ".,;:!?)]}".contains(c))
}
