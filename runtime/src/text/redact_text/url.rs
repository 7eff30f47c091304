//! Finds credentials in URLs.

use super::keys::looks_like_key;
use super::phrase::window;
use crate::text::redact_text::keys::key_in;
use std::ops::Range;

/// Placeholder passwords, which indicate that the user name is a token.
const NO_PASSWORDS: &[&str] = &["", "x-oauth-basic", "x-access-token"];

/// The mark after a scheme. In JSON, some programs escape slashes.
const MARKS: &[&str] = &["://", ":\\/\\/"];

/// A percent-encoded mark.
const MARK: &str = "%3A%2F%2F";

/// Returns the mark at the start of a text.
pub(super) fn mark(text: &str) -> Option<&'static str> {
    let is_mark = |mark: &&str| text.starts_with(':') && text.starts_with(*mark);
    MARKS.iter().copied().find(is_mark)
}

/// Returns the secret in the userinfo of a URL. `from` is the start of its authority.
///
/// In RFC 3986, the authority ends at the first `/`, `?` or `#`, and the userinfo ends at `@`. Database drivers also
/// accept these characters, quotes and spaces in a password. So a password extends to the last `@` in its word. If
/// there's none in the word, the password extends to the next word on the line that contains one. The search ends at
/// the next [mark](MARKS), so each URL is only searched once.
pub(super) fn credentials(text: &str, from: usize) -> Option<Range<usize>> {
    let line = line(&text[from..]);
    let word = &line[..line.find(ends_word).unwrap_or(line.len())];
    let authority = &word[..word.find(['/', '?', '#']).unwrap_or(word.len())];
    if authority.starts_with('[') {
        return None;
    }
    let at = authority.find('@');
    // A colon after the `@` precedes the port.
    let Some(colon) = authority.find(':').filter(|colon| at.is_none_or(|at| *colon < at)) else {
        let user = &authority[..at?];
        return is_key(user).then_some(from..from + user.len());
    };
    let after = authority[colon + 1..].trim_end_matches([',', '.', ';', ':', ')', ']', '}']);
    if after.bytes().all(|digit| digit.is_ascii_digit()) && (!after.is_empty() || word.len() > authority.len()) {
        return None;
    }
    let end = match word.rfind('@') {
        Some(end) => end,
        None => {
            let first = line.find('@')?;
            let rest = &line[first..];
            first + rest[..rest.find(ends_word).unwrap_or(rest.len())].rfind('@')?
        }
    };
    let (user, password) = (&line[..colon], &line[colon + 1..end]);
    match NO_PASSWORDS.contains(&password) || is_key(user) {
        true => Some(from..from + end),
        false => Some(from + colon + 1..from + end),
    }
}

/// Returns the password in a percent-encoded URL, as in `?next=https%3A%2F%2Feve%3AS%40host`. `scheme` is the end of its
/// scheme.
pub(super) fn encoded_credentials(text: &str, scheme: usize) -> Option<Range<usize>> {
    let rest = window(text[scheme..].starts_with('%').then_some(&text[scheme..])?);
    let mark = rest.get(..MARK.len()).filter(|mark| mark.eq_ignore_ascii_case(MARK))?.len();
    let word = &rest[mark..];
    let word = &word[..word.find(|c| ends_word(c) || c == '&').unwrap_or(word.len())];
    let find = |code: &str, word: &str| word.find(code).or_else(|| word.find(&code.to_ascii_lowercase()));
    let at = word.rfind("%40")?;
    let colon = find("%3A", &word[..at]).filter(|colon| find("%2F", &word[..*colon]).is_none())? + "%3A".len();
    Some(scheme + mark + colon..scheme + mark + at)
}

/// Returns the text up to the end of the line or the next URL.
fn line(text: &str) -> &str {
    let bytes = text.as_bytes();
    let is_mark = |at: usize| MARKS.iter().any(|mark| bytes[at..].starts_with(mark.as_bytes()));
    let end = (0..bytes.len()).find(|at| bytes[*at] == b'\n' || (bytes[*at] == b':' && is_mark(*at)));
    &text[..end.unwrap_or(text.len())]
}

fn ends_word(character: char) -> bool {
    character.is_whitespace() || matches!(character, '"' | '\'' | '<' | '>' | '`')
}

fn is_key(user: &str) -> bool {
    looks_like_key(user) || key_in(user, &(0..user.len())).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::without_secrets;

    #[test]
    fn credentials_of_urls_are_redacted() {
        for (text, shown) in [
            ("http://eve:a:b@h/x?y", "http://eve:[REDACTED]@h/x?y"),
            ("postgres://eve:a/S@db", "postgres://eve:[REDACTED]@db"),
            ("postgres://eve:a#S@db/shop", "postgres://eve:[REDACTED]@db/shop"),
            ("postgres://eve:a?S@db/shop", "postgres://eve:[REDACTED]@db/shop"),
            ("postgres://eve:a S@db/shop failed", "postgres://eve:[REDACTED]@db/shop failed"),
            ("postgres://eve:a\"S@db/shop", "postgres://eve:[REDACTED]@db/shop"),
            ("postgres://eve:a@b/S@db", "postgres://eve:[REDACTED]@db"),
            ("redis://:S@h:6379/0", "redis://:[REDACTED]@h:6379/0"),
            ("amqp://a:S@h1,amqp://b:T@h2", "amqp://a:[REDACTED]@h1,amqp://b:[REDACTED]@h2"),
            ("https://TOKEN:x-oauth-basic@host/a", "https://[REDACTED]@host/a"),
            ("https://TOKEN:@host/a", "https://[REDACTED]@host/a"),
            ("https://x-token-auth:S@host/a", "https://x-token-auth:[REDACTED]@host/a"),
            ("see https://ghp_0123456789abcdefghij@github.com/a", "see https://[REDACTED]@github.com/a"),
            ("https://0123456789abcdefghij@host:80/a", "https://[REDACTED]@host:80/a"),
            ("git+ssh://eve:S@h", "git+ssh://eve:[REDACTED]@h"),
            ("http://eve:1234@h", "http://eve:[REDACTED]@h"),
            ("http://h/?token=abc#x", "http://h/?token=[REDACTED]"),
            ("http://h/?X-Amz-Signature=ab&x=1", "http://h/?X-Amz-Signature=[REDACTED]&x=1"),
            ("postgres:\\/\\/eve:S@db\\/shop", "postgres:\\/\\/eve:[REDACTED]@db\\/shop"),
            ("?next=https%3A%2F%2Feve%3AS%40h%2F&a=1", "?next=https%3A%2F%2Feve%3A[REDACTED]%40h%2F&a=1"),
            ("a://b:c@d://e:f@g", "a://b:[REDACTED]@d://e:[REDACTED]@g"),
        ] {
            assert_eq!(without_secrets(text), shown, "{text}");
            assert_eq!(without_secrets(shown), shown, "{text}");
        }
    }

    #[test]
    fn other_urls_stay() {
        for text in [
            "postgres://eve@db",
            "http://h/a:b@c",
            "http://h:8080/a@b",
            "http://localhost:8080, ask eve@example.com",
            "http://h:80",
            "http://h:",
            "http://[::1]:80/@a",
            "https://eve@example.com:443/a",
            "http://{host}:{port}/",
            "a://b",
            "https%3A%2F%2Fh%2Fa%3Ab%40c",
            "://",
        ] {
            assert_eq!(without_secrets(text), text);
        }
    }
}
