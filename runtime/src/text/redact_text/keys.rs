//! Finds secrets that have a recognizable format.

use super::phrase::window;
use crate::text::secret::KEY_SHAPES;
use std::ops::Range;

/// How many characters of a key are searched for a digit. Without this limit, a long text could be searched many times.
const SEARCHED: usize = 64;

/// The minimum length of a key. Most words are shorter, and skipping them saves a third of the time for ordinary text.
const SHORTEST_KEY: usize = 12;

/// The minimum length of each part of a JSON Web Token.
const SHORTEST_PART: usize = 8;

/// The hosts of webhooks, and the path before the secret part of their URLs.
const WEBHOOKS: &[(&str, &str)] = &[
    ("hooks.slack.com", "/services/"),
    ("hooks.slack.com", "/workflows/"),
    ("discord.com", "/api/webhooks/"),
    ("discordapp.com", "/api/webhooks/"),
];

/// The maximum length of the label of a PEM block.
const LONGEST_LABEL: usize = 64;

/// Whether a text looks like a key: long, with both letters and digits, and without the punctuation of a path, a host
/// or a sentence.
pub(crate) fn looks_like_key(text: &str) -> bool {
    let of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '=');
    text.len() >= 20
        && text.chars().all(of_key)
        && text.contains(|c: char| c.is_ascii_digit())
        && text.contains(|c: char| c.is_ascii_alphabetic())
}

/// Returns the first key in a run of letters, digits, `_`, `-` and `.`. If the run ends with `-----BEGIN`, returns the
/// private key that starts there, if there is one.
pub(super) fn key_in(text: &str, run: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[run.clone()];
    if word.ends_with("-----BEGIN") {
        return private_key(text, run.end).map(|end| run.end - "-----BEGIN".len()..end);
    }
    if word.len() < SHORTEST_KEY {
        return after_name(text, run);
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
            // No other token can start before the next dot, so the part before it isn't searched again.
            searched = at + rest.find('.').unwrap_or(rest.len());
        }
        if let Some(length) = length {
            return Some(run.start + at..run.start + at + length);
        }
    }
    after_name(text, run)
}

/// Returns a key that follows a known word or a number: the secret part of a webhook's path, a Telegram bot's token, or
/// an Oracle driver's password.
fn after_name(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let (word, rest) = (&text[name.clone()], &text[name.end..]);
    if word == "thin" {
        return oracle(rest).map(|range| name.end + range.start..name.end + range.end);
    }
    let is_webhook = |(host, path): &&(&str, &str)| *host == word && rest.starts_with(path);
    let prefix = WEBHOOKS.iter().find(is_webhook).map(|(_, path)| *path);
    let number = word.trim_start_matches("bot");
    let is_bot = number.len() >= 8 && number.bytes().all(|byte| byte.is_ascii_digit());
    let (prefix, shortest) = match prefix {
        Some(path) => (path, SHORTEST_KEY),
        None => (is_bot.then_some(":")?, 30),
    };
    let key = rest.strip_prefix(prefix)?;
    let length = key.bytes().take_while(|byte| of_key(*byte) || (*byte == b'/' && prefix != ":")).count();
    let start = text.len() - key.len();
    (length >= shortest).then(|| start..start + length)
}

/// Returns the password in `jdbc:oracle:thin:eve/S@host`, relative to the end of `thin`.
fn oracle(rest: &str) -> Option<Range<usize>> {
    let rest = window(rest);
    let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
    let user = word.strip_prefix(':')?;
    let slash = word.find('/')?;
    let at = word.find('@').filter(|at| *at > slash)?;
    (!user.starts_with(['@', '/'])).then(|| slash + 1..at)
}

/// Returns the length of the key at the start of a text.
fn key(text: &str) -> Option<usize> {
    KEY_SHAPES.iter().find_map(|shape| {
        let rest = text.strip_prefix(shape.prefix)?.as_bytes();
        let is_long = rest.get(..shape.shortest)?.iter().copied().all(of_key);
        // Short prefixes such as `sk-` also occur in other names. After such a prefix, the key must contain a digit.
        let is_specific = shape.prefix.len() > 3 || rest.iter().take(SEARCHED).any(u8::is_ascii_digit);
        let length = || rest.iter().copied().take_while(|byte| of_key(*byte)).count();
        (is_long && is_specific).then(|| shape.prefix.len() + length())
    })
}

fn of_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Returns the length of a JSON Web Token (RFC 7519) at the start of a text. Its header is a JSON object in Base64.
fn json_web_token(text: &str) -> Option<usize> {
    let mut parts = text.split('.');
    let mut is_part = || parts.next().is_some_and(|part| part.len() >= SHORTEST_PART && part.bytes().all(of_key));
    (is_part() && is_part()).then(|| text.trim_end_matches('.').len())
}

/// Returns the end of a private key (RFC 7468), given the end of its `-----BEGIN`.
fn private_key(text: &str, begin: usize) -> Option<usize> {
    let label = label(&text[begin..])?;
    if !label.contains("PRIVATE KEY") {
        return None;
    }
    let Some(end) = text[begin..].find("-----END") else { return Some(text.len()) };
    let end = begin + end + "-----END".len();
    Some(end + self::label(&text[end..]).map_or(0, |label| label.len() + "-----".len()))
}

/// Returns the text before the next five dashes.
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
    fn keys_after_hosts_and_numbers_are_redacted() {
        for (text, shown) in [
            ("https://hooks.slack.com/services/T0/B0/abcdefgh x", "https://hooks.slack.com/services/[REDACTED] x"),
            ("https://discord.com/api/webhooks/1/abcdefghijk", "https://discord.com/api/webhooks/[REDACTED]"),
            (
                "https://api.telegram.org/bot123456789:AAF0123456789012345678901234567890/send",
                "https://api.telegram.org/bot123456789:[REDACTED]/send",
            ),
            ("jdbc:oracle:thin:eve/S@//db:1521/shop", "jdbc:oracle:thin:eve/[REDACTED]@//db:1521/shop"),
            ("jdbc:oracle:thin:@//db:1521/a@b", "jdbc:oracle:thin:@//db:1521/a@b"),
            ("10000000:50 lines", "10000000:50 lines"),
        ] {
            assert_eq!(without_secrets(text), shown);
        }
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
