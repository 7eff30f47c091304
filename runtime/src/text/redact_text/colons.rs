//! Finds passwords in colon-separated fields: pgpass lines, and addresses without a scheme, such as the data source names
//! of Go's `MySQL` driver.

use super::phrase::window;
use super::prose::is_placeholder;
use std::ops::Range;

/// What follows the password in a data source name: the protocol and its address.
const ADDRESSES: &[&str] = &["@tcp(", "@unix(", "@("];

/// Returns the password in a word. `name` is a part of the word that precedes a colon.
pub(super) fn password(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let rest = window(text[name.end..].strip_prefix(':')?);
    let ends = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`');
    let word = &rest[..rest.bytes().position(ends).unwrap_or(rest.len())];
    if word.is_empty() {
        return None;
    }
    let start = name.end + 1;
    let precedes_address = |at: &usize| {
        let rest = &word[*at..];
        ADDRESSES.iter().any(|address| rest.starts_with(address)) || is_address(&rest[1..])
    };
    if let Some(end) = word.match_indices('@').map(|(at, _)| at).find(precedes_address) {
        return (!is_placeholder(&word[..end])).then_some(start..start + end);
    }
    // In a pgpass file, `*` may replace the fields before the name.
    let first = text[..name.start].trim_end_matches(['*', ':']).len();
    let end = start + word.len();
    pgpass(&text[first..end]).map(|password| first + password..end)
}

/// Whether a text is `host:port/path`.
fn is_address(text: &str) -> bool {
    let of_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    let host = text.trim_start_matches(of_host);
    let port = host.strip_prefix(':').unwrap_or_default();
    let path = port.trim_start_matches(|c: char| c.is_ascii_digit());
    host.len() < text.len() && path.len() < port.len() && path.starts_with('/')
}

/// Returns the start of the password in `host:port:database:user:password`. A backslash escapes a colon.
///
/// Compiler messages look similar: `main.c:1200:8:error:text`. The port must therefore have four or five digits, and
/// neither the database nor the user can be a number.
fn pgpass(word: &str) -> Option<usize> {
    let is_number = |field: &str| !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    let port = word.split(':').nth(1)?;
    if port != "*" && !((4..=5).contains(&port.len()) && is_number(port)) {
        return None;
    }
    let mut is_escaped = false;
    let mut is_colon = |byte: u8| {
        let is_colon = byte == b':' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_colon
    };
    let colons: Vec<usize> =
        word.bytes().enumerate().filter(|(_, byte)| is_colon(*byte)).map(|(at, _)| at).take(5).collect();
    let [_, port, database, user] = colons[..] else { return None };
    let fields = [&word[port + 1..database], &word[database + 1..user]];
    let are_names = fields.iter().all(|field| !field.is_empty() && !is_number(field));
    (are_names && !is_placeholder(&word[user + 1..])).then_some(user + 1)
}

#[cfg(test)]
mod tests {
    use super::super::without_secrets;

    #[test]
    fn passwords_after_colons_are_redacted() {
        for (text, shown) in [
            ("db-1.internal:5432:shop:eve:S", "db-1.internal:5432:shop:eve:[REDACTED]"),
            ("*:*:*:postgres:S", "*:*:*:postgres:[REDACTED]"),
            ("*:5432:*:eve:a\\:S\nnext", "*:5432:*:eve:[REDACTED]\nnext"),
            ("eve:a:S@tcp(db:3306)/shop", "eve:[REDACTED]@tcp(db:3306)/shop"),
            ("eve:S@db-1.internal:5432/shop", "eve:[REDACTED]@db-1.internal:5432/shop"),
            ("open eve:S@unix(/tmp/s)/shop: no", "open eve:[REDACTED]@unix(/tmp/s)/shop: no"),
        ] {
            assert_eq!(without_secrets(text), shown);
            assert_eq!(without_secrets(shown), shown);
        }
    }

    #[test]
    fn other_words_with_colons_stay() {
        for text in [
            "main.c:1200:8:error:text",
            "10:20:30:40:50",
            "fe80:1:2:3:4",
            "00:1a:2b:3c:4d:5e",
            "arn:aws:iam::123456789012:user/eve",
            "com.example:tool:jar:1.0:compile",
            "db:5432:shop:eve",
            "tool:1.0@sha256:3f78/a",
            "db:5432:shop:eve:S:more",
            "db:5432:shop:eve:<password>",
            "eve:$PASSWORD@tcp(db:3306)/shop",
        ] {
            assert_eq!(without_secrets(text), text);
        }
    }
}
