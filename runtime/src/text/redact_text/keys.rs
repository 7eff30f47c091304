//! Secrets that are recognized by their own shape.

use crate::text::secret::KEY_SHAPES;
use std::ops::Range;

/// The most characters of a key that are searched for a digit, so that a long text without one isn't searched repeatedly.
const SEARCHED: usize = 64;

/// No key is shorter, and most words are: this saves a third of the time for ordinary text.
const SHORTEST_KEY: usize = 12;

/// The least number of characters in each part of a JSON Web Token.
const SHORTEST_PART: usize = 8;

/// The longest label of a PEM block.
const LONGEST_LABEL: usize = 64;

/// Whether a text is long and consists of letters and digits, as keys do, without the punctuation of a path, a host or a
/// sentence.
pub(crate) fn looks_like_key(text: &str) -> bool {
    let of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '=');
    text.len() >= 20
        && text.chars().all(of_key)
        && text.contains(|c: char| c.is_ascii_digit())
        && text.contains(|c: char| c.is_ascii_alphabetic())
}

/// The first key in a run of letters, digits, `_`, `-` and `.`, or the private key that begins with it.
pub(super) fn key_in(text: &str, run: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[run.clone()];
    if word.ends_with("-----BEGIN") {
        return private_key(text, run.end).map(|end| run.end - "-----BEGIN".len()..end);
    }
    if word.len() < SHORTEST_KEY {
        return None;
    }
    let (mut before, mut searched) = (' ', 0);
    for (at, character) in word.char_indices() {
        let begins = character.is_ascii_alphanumeric() && !before.is_ascii_alphanumeric();
        before = character;
        if !begins {
            continue;
        }
        let rest = &word[at..];
        let mut length = key(rest);
        if length.is_none() && at >= searched && rest.starts_with("eyJ") {
            length = json_web_token(rest);
            // Nothing before the next dot is the header of another token.
            searched = at + rest.find('.').unwrap_or(rest.len());
        }
        if let Some(length) = length {
            return Some(run.start + at..run.start + at + length);
        }
    }
    None
}

/// The length of the key at the beginning of a text.
fn key(text: &str) -> Option<usize> {
    KEY_SHAPES.iter().find_map(|shape| {
        let rest = text.strip_prefix(shape.prefix)?.as_bytes();
        let is_long = rest.get(..shape.shortest)?.iter().copied().all(of_key);
        // Words such as `sk-` also begin other names.
        let is_specific = shape.prefix.len() > 3 || rest.iter().take(SEARCHED).any(u8::is_ascii_digit);
        let length = || rest.iter().copied().take_while(|byte| of_key(*byte)).count();
        (is_long && is_specific).then(|| shape.prefix.len() + length())
    })
}

fn of_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// The length of a JSON Web Token (RFC 7519), whose header is a JSON object in base64.
fn json_web_token(text: &str) -> Option<usize> {
    let mut parts = text.split('.');
    let mut is_part = || parts.next().is_some_and(|part| part.len() >= SHORTEST_PART && part.bytes().all(of_key));
    (is_part() && is_part()).then(|| text.trim_end_matches('.').len())
}

/// Where the private key (RFC 7468) ends whose `-----BEGIN` ends here.
fn private_key(text: &str, begin: usize) -> Option<usize> {
    let label = label(&text[begin..])?;
    if !label.contains("PRIVATE KEY") {
        return None;
    }
    let Some(end) = text[begin..].find("-----END") else { return Some(text.len()) };
    let end = begin + end + "-----END".len();
    Some(end + self::label(&text[end..]).map_or(0, |label| label.len() + "-----".len()))
}

/// The text before the next five dashes.
fn label(text: &str) -> Option<&str> {
    let window = text.char_indices().nth(LONGEST_LABEL).map_or(text, |(end, _)| &text[..end]);
    window.split_once("-----").map(|(label, _)| label)
}

#[cfg(test)]
mod tests {
    use super::super::without_secrets;
    use super::{KEY_SHAPES, SHORTEST_KEY};

    #[test]
    fn keys_are_recognized_without_a_name() {
        let tail = "0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R";
        for key in [
            format!("ghp_{tail}"),
            format!("github_pat_{tail}"),
            "AKIAIOSFODNN7EXAMPLE".to_owned(),
            "xoxb-123456789012-abcdef".to_owned(),
            format!("sk_live_{tail}"),
            format!("sk-{tail}"),
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJldmUifQ.c2lnbmF0dXJl".to_owned(),
            "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\nIIrY+/=\n-----END EC PRIVATE KEY-----".to_owned(),
        ] {
            for text in [format!("no {key} here"), format!("({key})"), format!("a/{key}?x"), format!("x-{key}.")] {
                assert_eq!(without_secrets(&text), text.replace(&key, "[REDACTED]"), "{text}");
            }
        }
        let unclosed = "-----BEGIN PRIVATE KEY-----\nMHcC";
        assert_eq!(without_secrets(unclosed), "[REDACTED]");
    }

    #[test]
    fn no_shape_is_shorter_than_the_shortest_key() {
        assert!(KEY_SHAPES.iter().all(|shape| shape.prefix.len() + shape.shortest >= SHORTEST_KEY));
    }

    #[test]
    fn other_words_are_not_keys() {
        for text in [
            "sk-learn-contrib-and-other-packages",
            "ghp_short",
            "eyJhbGciOiJIUzI1NiJ9",
            "-----BEGIN CERTIFICATE-----\nMHcC\n-----END CERTIFICATE-----",
            "3f786850e387550fdab836ed7e6dc881de23001b",
            "123e4567-e89b-12d3-a456-426614174000",
        ] {
            assert_eq!(without_secrets(text), text);
        }
    }
}
