//! Searches messages for phrases. Only whole words match: `15000 bytes` doesn't match the phrase
//! `500`, and `authors` doesn't match `auth`.

use crate::numbers::may_be_status;

/// Marks the end of a sentence. A phrase only matches across sentences if it contains this marker.
const END: &str = "";

/// The lowercase words of a string, with a marker between sentences.
///
/// A word consists of letters, digits, `_` and apostrophes between letters. The following also
/// count as single words:
///
/// - Digits joined by `.`, `:` or `,`, such as `10.0.0.1:4010`
/// - A number with a symbol, such as `#404`, `$500` or `50%`
/// - A number with a file extension, such as `500.html`
///
/// In scripts without spaces between words, each character is a word.
#[derive(Debug)]
pub struct Words(Vec<String>);

impl Words {
    /// Splits a string into words.
    #[inline]
    pub fn of(text: &str) -> Self {
        let mut words = Vec::new();
        let mut word = String::new();
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let next = characters.peek().copied();
            let stands_alone = is_unspaced(character);
            if !stands_alone && belongs(&word, character, next) {
                word.extend(character.to_lowercase());
                continue;
            }
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            if stands_alone {
                words.push(character.to_string());
            }
            // A single newline is often a line wrap. It doesn't end a sentence.
            let is_blank_line = character == '\n' && next == Some('\n');
            let ends_sentence = is_blank_line || matches!(character, '.' | ';' | '!' | '?');
            if ends_sentence && words.last().is_some_and(|last| last != END) {
                words.push(END.to_owned());
            }
        }
        if !word.is_empty() {
            words.push(word);
        }
        Self(words)
    }

    /// Whether the text contains the phrase.
    #[inline]
    pub fn contain(&self, phrase: &Phrase) -> bool {
        if phrase.is_empty() {
            return false;
        }
        let length = phrase.0.len();
        for (start, words) in self.0.windows(length).enumerate() {
            if words != phrase.0 {
                continue;
            }
            let before = &self.0[..start];
            let next = self.0.get(start + length).map(String::as_str);
            if !phrase.is_number() || may_be_status(before, next) {
                return true;
            }
        }
        false
    }
}

/// The words that a classification rule searches for. They may include a sentence boundary, as in
/// `auth.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase(Vec<String>);

impl Phrase {
    /// Splits the phrase of a rule into words.
    #[inline]
    pub fn of(text: &str) -> Self {
        let Words(mut words) = Words::of(text);
        words.pop_if(|last| last == END);
        Self(words)
    }

    /// Whether the phrase contains no words. An empty phrase never matches.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn is_number(&self) -> bool {
        matches!(self.0.as_slice(), [word] if word.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Whether this phrase is longer than the other phrase and contains it.
    pub fn contains(&self, other: &Self) -> bool {
        !other.is_empty()
            && self.0.len() > other.0.len()
            && self.0.windows(other.0.len()).any(|words| *words == other.0)
    }
}

/// Whether a character belongs to a script without spaces between words, such as Chinese, Japanese
/// or Thai.
fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3041}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a character belongs to the current word. If the word is empty, whether the character
/// starts a new one.
fn belongs(word: &str, character: char, next: Option<char>) -> bool {
    let next_is_digit = next.is_some_and(|next| next.is_ascii_digit());
    match character {
        '_' => true,
        // A number with a file extension, such as `500.html`.
        '.' if next.is_some_and(|next| next.is_ascii_lowercase()) => {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
        }
        // Joined digits, such as `10.0.0.1:4010`.
        '.' | ':' | ',' => next_is_digit && word.ends_with(|last: char| last.is_ascii_digit()),
        '\'' | '\u{2019}' => {
            word.ends_with(char::is_alphabetic) && next.is_some_and(char::is_alphabetic)
        }
        '#' | '$' | '€' | '£' => word.is_empty() && next_is_digit,
        '%' => word.ends_with(|last: char| last.is_ascii_digit()),
        _ => character.is_alphanumeric(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Phrase, Words};

    #[test]
    fn phrases_are_found_as_whole_words() {
        for (phrase, text, is_found) in [
            ("token expired", "the TOKEN-expired flag", true),
            ("token expired", "the token\nexpired", true),
            (
                "token expired",
                "no token. Expired sessions are deleted",
                false,
            ),
            ("token expired", "bad token\n\nexpired", false),
            ("token. expired!", "bad token. Expired.", true),
            ("auth.json", "cannot read auth.json", true),
            ("auth.json", "the auth json", false),
            ("auth", "failed to list authors", false),
            ("can't", "you can't log in", true),
            ("i/o timeout", "read tcp: i/o timeout", true),
            ("ошибка", "ОШИБКА 429 🔥", true),
            ("見つかりません", "ファイルが見つかりません", true),
            ("令牌已过期", "错误：令牌已过期。", true),
            ("令牌已过期", "令牌未过期", false),
        ] {
            assert_eq!(
                Words::of(text).contain(&Phrase::of(phrase)),
                is_found,
                "{text}"
            );
        }
    }

    fn has_status(text: &str) -> bool {
        Words::of(text).contain(&Phrase::of("500"))
    }

    #[test]
    fn a_quantity_is_not_a_status() {
        for status in [
            "error 500.",
            "(500)",
            "500: failed",
            "HTTP/1.1 500",
            "HTTP/2 500",
            "status is 500",
            "error=500",
        ] {
            assert!(has_status(status), "{status}");
        }
        for number in [
            "15000 bytes",
            "req_500af",
            "10.0.0.1:500",
            "#500",
            "$500",
            "500%",
            "500.html",
            "500 bytes read",
            "more than 500 were found",
            "port 500",
            "page 400 of 500",
            "the limit is 500",
            "+1 404 500 1234",
        ] {
            assert!(!has_status(number), "{number}");
        }
    }
}
