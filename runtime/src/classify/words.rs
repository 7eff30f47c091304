//! Phrases in a message: whole words, so that neither `15000 bytes` is a status 500 nor `authors` is `auth`.

/// What ends a sentence, which no phrase spans unless it says so.
const END: &str = "";

/// Words that make the number before them a quantity.
const UNITS: &[&str] = &[
    "b",
    "bytes",
    "byte",
    "kb",
    "mb",
    "gb",
    "tb",
    "pb",
    "kib",
    "mib",
    "gib",
    "tib",
    "bits",
    "ms",
    "milliseconds",
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "min",
    "mins",
    "minutes",
    "h",
    "hours",
    "days",
    "weeks",
    "months",
    "years",
    "items",
    "rows",
    "records",
    "entries",
    "files",
    "lines",
    "columns",
    "times",
    "characters",
    "chars",
    "words",
    "percent",
    "pages",
    "tokens",
    "requests",
    "calls",
    "messages",
    "users",
    "people",
    "objects",
    "documents",
    "events",
    "keys",
    "steps",
    "retries",
    "attempts",
    "tries",
    "connections",
    "threads",
    "workers",
    "nodes",
    "instances",
    "px",
    "pixels",
    "rpm",
    "qps",
    "per",
    "dollars",
    "eur",
    "usd",
];

/// Words that make the number behind them a quantity.
const AMOUNTS: &[&str] = &["than", "least", "most", "over", "under", "about", "exactly", "only", "nearly", "almost"];

/// The words of a text in lower case, with [`END`] between sentences.
///
/// A word is letters, digits, `_` and inner apostrophes. Digits joined by `.`, `:` or `,` are one word, as
/// in `10.0.0.1:4010`, and so is a sign with its number, as in `#404`.
#[derive(Debug)]
pub(super) struct Words(Vec<String>);

impl Words {
    pub(super) fn of(text: &str) -> Self {
        let mut words = Vec::new();
        let mut word = String::new();
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let next = characters.peek().copied();
            if belongs(&word, character, next) {
                word.extend(character.to_lowercase());
                continue;
            }
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            if matches!(character, '.' | ';' | '!' | '?' | '\n') && words.last().is_some_and(|last| last != END) {
                words.push(END.to_owned());
            }
        }
        if !word.is_empty() {
            words.push(word);
        }
        Self(words)
    }

    /// Whether the phrase stands somewhere in the text.
    pub(super) fn contain(&self, phrase: &Phrase) -> bool {
        if phrase.is_empty() {
            return false;
        }
        let length = phrase.0.len();
        let places = self.0.windows(length).enumerate();
        places.filter(|(_, words)| *words == phrase.0).any(|(at, _)| {
            let next = self.0.get(at + length).map_or(END, String::as_str);
            let previous = at.checked_sub(1).and_then(|at| self.0.get(at)).map_or(END, String::as_str);
            !(phrase.is_number() && (UNITS.contains(&next) || AMOUNTS.contains(&previous)))
        })
    }
}

/// The words of a rule, with [`END`] where it stands between two of them, as in `auth.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase(Vec<String>);

impl Phrase {
    pub(super) fn of(text: &str) -> Self {
        let Words(mut words) = Words::of(text);
        words.pop_if(|last| last == END);
        Self(words)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn is_number(&self) -> bool {
        matches!(self.0.as_slice(), [word] if word.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Whether the other phrase is a part of this one.
    pub(super) fn contains(&self, other: &Self) -> bool {
        !other.is_empty()
            && self.0.len() > other.0.len()
            && self.0.windows(other.0.len()).any(|words| *words == other.0)
    }
}

/// Whether a character continues the word, or begins one.
fn belongs(word: &str, character: char, next: Option<char>) -> bool {
    let next_is_digit = next.is_some_and(|next| next.is_ascii_digit());
    match character {
        '_' => true,
        '.' | ':' | ',' => next_is_digit && word.ends_with(|last: char| last.is_ascii_digit()),
        '\'' | '\u{2019}' => word.ends_with(char::is_alphabetic) && next.is_some_and(char::is_alphabetic),
        '#' | '$' | '€' | '£' => word.is_empty() && next_is_digit,
        '%' => word.ends_with(|last: char| last.is_ascii_digit()),
        _ => character.is_alphanumeric(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Phrase, Words};

    fn has(text: &str, phrase: &str) -> bool {
        Words::of(text).contain(&Phrase::of(phrase))
    }

    #[test]
    fn whole_words_match_in_any_case() {
        assert!(has("TOKEN EXPIRED", "token expired"));
        assert!(has("the token-expired flag", "token expired"));
        assert!(has("openai API error 429: Too Many Requests", "429"));
        assert!(has("read tcp: i/o timeout", "i/o timeout"));
        assert!(has("ОШИБКА 429 🔥", "ошибка"));
        assert!(has("you can't log in", "can't"));
    }

    #[test]
    fn parts_of_words_do_not() {
        assert!(!has("failed to list authors", "auth"));
        assert!(!has("reauthorized unauthorized_keys", "unauthorized"));
        assert!(!has("file too large: 15000 bytes", "500"));
        assert!(!has("request req_9403af failed", "403"));
        assert!(!has("dial tcp 10.0.0.1:4010: no route to host", "401"));
        assert!(!has("dial tcp 10.0.0.1:401: refused", "401"));
        assert!(!has("see issue #404", "404"));
    }

    #[test]
    fn a_quantity_is_no_status() {
        assert!(!has("500 bytes read", "500"));
        assert!(!has("gave up after 429 ms", "429"));
        assert!(!has("more than 500 were found", "500"));
        assert!(!has("at most 500 requests per minute", "500"));
        assert!(!has("costs $500", "500"));
        assert!(!has("disk is 500% full", "500"));
        assert!(has("error 500.", "500"));
    }

    #[test]
    fn no_phrase_spans_two_sentences() {
        assert!(!has("no token. Expired sessions are deleted", "token expired"));
        assert!(!has("bad token\nexpired", "token expired"));
    }

    #[test]
    fn a_phrase_with_a_full_stop_is_found_where_the_text_has_one() {
        assert!(has("cannot read auth.json", "auth.json"));
        assert!(has("bad token. Expired.", "token. expired!"));
        assert!(has("not found", "not found."));
        assert!(!has("the auth json", "auth.json"));
    }

    #[test]
    fn a_longer_phrase_contains_a_shorter_one() {
        assert!(Phrase::of("rate limit exceeded").contains(&Phrase::of("rate limit")));
        assert!(!Phrase::of("rate limit").contains(&Phrase::of("rate limit")));
        assert!(!Phrase::of("rate limits").contains(&Phrase::of("rate limit")));
    }
}
