//! Finds credentials in URLs, and in addresses without a scheme, such as the data source names of Go's `MySQL` driver.

use super::keys::{key_in, looks_like_key};
use super::prose::is_placeholder;
use super::window;
use std::ops::Range;

/// Placeholder passwords, which indicate that the user name is a token.
const NO_PASSWORDS: &[&str] = &["", "x-oauth-basic", "x-access-token"];

/// The separators after a URL's scheme. Some JSON writers escape slashes.
const MARKS: &[&str] = &["://", ":\\/\\/"];

/// The text after the password in a data source name, before the address or the name of the database.
const ADDRESSES: &[&str] = &["@tcp(", "@tcp6(", "@unix(", "@(", "@/"];

/// Returns the length of the separator at the start of a string.
pub(super) fn mark(text: &str) -> Option<usize> {
    MARKS.iter().find(|mark| text.starts_with(**mark)).map(|mark| mark.len())
}

/// Returns the secret in the userinfo of a URL. `from` is the start of its authority.
///
/// In RFC 3986, the authority ends at the first `/`, `?` or `#`, and the userinfo ends at `@`. Database drivers also
/// accept these characters, quotes and spaces in a password. A password therefore extends to the last `@` in its word,
/// or else to the `@` in a later word on the same line. The search ends at the next [separator](MARKS), so each URL is
/// only searched once.
pub(super) fn url_credentials(text: &str, from: usize) -> Option<Range<usize>> {
    let line = line(&text[from..]);
    let word = line.split(ends_word).next()?;
    let authority = word.split(['/', '?', '#']).next()?;
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
    let first = line.find('@')?;
    let end = word.rfind('@').or_else(|| Some(first + line[first..].split(ends_word).next()?.rfind('@')?))?;
    let (user, password) = (&line[..colon], &line[colon + 1..end]);
    match NO_PASSWORDS.contains(&password) || is_key(user) {
        true => Some(from..from + end),
        false => (!is_placeholder(password)).then_some(from + colon + 1..from + end),
    }
}

/// Returns the text up to the end of the line or the next URL.
fn line(text: &str) -> &str {
    let is_end = |(at, found): &(usize, &str)| *found == "\n" || mark(&text[*at..]).is_some();
    &text[..text.match_indices(['\n', ':']).find(is_end).map_or(text.len(), |(at, _)| at)]
}

fn ends_word(character: char) -> bool {
    character.is_whitespace() || matches!(character, '"' | '\'' | '<' | '>' | '`')
}

fn is_key(user: &str) -> bool {
    looks_like_key(user) || key_in(user, &(0..user.len())).is_some()
}

/// Returns the password in an address without a scheme, as in `eve:S@tcp(db:3306)/shop`. `name` precedes the colon.
pub(super) fn password(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let rest = window(text[name.end..].strip_prefix(':')?);
    let word = rest.split(ends_word).next()?;
    let is_address =
        |at: &usize| ADDRESSES.iter().any(|start| word[*at..].starts_with(start)) || has_port(&word[at + 1..]);
    let end = word.match_indices('@').map(|(at, _)| at).find(is_address)?;
    let start = name.end + 1;
    (end > 0 && !is_placeholder(&word[..end])).then_some(start..start + end)
}

/// Whether a string is `host:port/path`.
fn has_port(address: &str) -> bool {
    let authority = address.split_once('/').and_then(|(authority, _)| authority.split_once(':'));
    authority.is_some_and(|(host, port)| {
        let of_host = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
        host.bytes().all(of_host)
            && !host.is_empty()
            && port.bytes().all(|byte| byte.is_ascii_digit())
            && !port.is_empty()
    })
}
