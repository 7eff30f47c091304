//! Finds credentials in URLs, in addresses without a scheme, such as data source names of Go, and
//! in headers.

use super::keys::{key_in, looks_like_key};
use super::prose::{is_placeholder, is_prose};
use super::value::{Quote, Value, line};
use super::window;
use crate::text::secret::{REDACTED, ends_with};
use std::ops::Range;

/// Placeholder passwords, which indicate that the user name is a token.
const NO_PASSWORDS: &[&str] = &["", "x-oauth-basic", "x-access-token"];

/// The separators after a URL's scheme. Some JSON writers escape slashes.
const MARKS: &[&str] = &["://", ":\\/\\/"];

/// The text after the password in a data source name, before the address or the name of the
/// database.
const ADDRESSES: &[&str] = &["@tcp(", "@tcp6(", "@unix(", "@(", "@/"];

/// Returns the length of the separator at the start of a string.
pub(super) fn mark(text: &str) -> Option<usize> {
    MARKS
        .iter()
        .find(|mark| text.starts_with(**mark))
        .map(|mark| mark.len())
}

/// Returns the secret in the userinfo of a URL. `from` is the start of its authority. In RFC 3986,
/// the authority ends at the first `/`, `?` or `#`, and the userinfo ends at `@`. Database drivers
/// also accept these characters, quotes and spaces in a password. A password therefore extends to
/// the last `@` in its word, or else to the `@` in a later word on the same line. The search ends
/// at the next [separator](MARKS), so each URL is only searched once.
pub(super) fn url_credentials(text: &str, from: usize) -> Option<Range<usize>> {
    let line = up_to_next_url(&text[from..]);
    let word = line.split(ends_word).next()?;
    let authority = word.split(['/', '?', '#']).next()?;
    if authority.starts_with('[') {
        return None;
    }
    let at = authority.find('@');
    // A colon after the `@` precedes the port.
    let Some(colon) = authority
        .find(':')
        .filter(|colon| at.is_none_or(|at| *colon < at))
    else {
        let user = &authority[..at?];
        return is_key(user).then_some(from..from + user.len());
    };
    let after = authority[colon + 1..].trim_end_matches([',', '.', ';', ':', ')', ']', '}']);
    if after.bytes().all(|digit| digit.is_ascii_digit())
        && (!after.is_empty() || word.len() > authority.len())
    {
        return None;
    }
    let first = line.find('@')?;
    let end = word
        .rfind('@')
        .or_else(|| Some(first + line[first..].split(ends_word).next()?.rfind('@')?))?;
    let (user, password) = (&line[..colon], &line[colon + 1..end]);
    match NO_PASSWORDS.contains(&password) || is_key(user) {
        true => Some(from..from + end),
        false => (!is_placeholder(password)).then_some(from + colon + 1..from + end),
    }
}

/// Returns the text up to the end of the line or the next URL.
fn up_to_next_url(text: &str) -> &str {
    let is_end = |(at, found): &(usize, &str)| *found == "\n" || mark(&text[*at..]).is_some();
    &text[..text
        .match_indices(['\n', ':'])
        .find(is_end)
        .map_or(text.len(), |(at, _)| at)]
}

fn ends_word(character: char) -> bool {
    character.is_whitespace() || matches!(character, '"' | '\'' | '<' | '>' | '`')
}

fn is_key(user: &str) -> bool {
    looks_like_key(user) || key_in(user, &(0..user.len())).is_some()
}

/// Returns the password in an address without a scheme, as in `eve:S@tcp(db:3306)/shop`. `name`
/// precedes the colon.
pub(super) fn password_in_address(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let rest = window(text[name.end..].strip_prefix(':')?);
    let word = rest.split(ends_word).next()?;
    let is_address = |at: &usize| {
        ADDRESSES.iter().any(|start| word[*at..].starts_with(start)) || has_port(&word[at + 1..])
    };
    let end = word.match_indices('@').map(|(at, _)| at).find(is_address)?;
    let start = name.end + 1;
    (end > 0 && !is_placeholder(&word[..end])).then_some(start..start + end)
}

/// Whether a string is `host:port/path`.
fn has_port(address: &str) -> bool {
    let authority = address
        .split_once('/')
        .and_then(|(authority, _)| authority.split_once(':'));
    authority.is_some_and(|(host, port)| {
        let of_host = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
        host.bytes().all(of_host) && port.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Authentication schemes whose credentials are a single word, as in `Bearer` (RFC 6750) and
/// `Basic` (RFC 7617). The credentials of other schemes extend to the end of the header.
const SCHEMES: &str =
    "ApiKey AWS Basic Bearer Bot DPoP GenieKey JWT Key Negotiate NTLM SharedKey Splunk SSWS Token";

/// Returns the credentials after an authentication scheme, or else the whole range.
pub(super) fn after_scheme(text: &str, range: Range<usize>, around: Option<Quote>) -> Range<usize> {
    let Some(length) = scheme(&text[range.start..]) else {
        return range;
    };
    let start = range.start + length;
    match start < range.end {
        _ if is_placeholder(window(&text[start..])) => start..start,
        true => start..range.end,
        // The unquoted value ended after the scheme.
        false if is_prose(&text[start..]) => start..start,
        false => Value::at(text, start, around).into_range(),
    }
}

/// Returns a header's value if all of it is secret: cookies, and the parameters of an
/// authentication scheme.
pub(super) fn whole_header(
    text: &str,
    name: &str,
    start: usize,
    around: Option<Quote>,
) -> Option<Range<usize>> {
    let is_cookie = ends_with(name, "cookie") && !name.contains(' ');
    let has_parameters = ends_with(name, "authorization") && scheme(&text[start..]).is_none();
    (is_cookie || has_parameters).then(|| start..end_of_header(text, start, around))
}

/// Returns the offset of the credentials after an authentication scheme at the start of a string.
fn scheme(text: &str) -> Option<usize> {
    let (word, rest) = window(text).split_once([' ', '\t'])?;
    let is_scheme = SCHEMES
        .split(' ')
        .any(|scheme| scheme.eq_ignore_ascii_case(word));
    is_scheme.then(|| word.len() + 1 + rest.len() - rest.trim_start_matches([' ', '\t']).len())
}

/// Returns the end of a header: the end of the line, or the quote that closes the header.
fn end_of_header(text: &str, start: usize, around: Option<Quote>) -> usize {
    let rest = &text[start..];
    let Some(quote) = around else {
        return start + line(rest);
    };
    let mut at = 0;
    while let Some(end) = quote.closing(&rest[at..]).map(|end| at + end) {
        if !rest[..end].ends_with('=') {
            return start + end;
        }
        // If the header was quoted without escaping, the values of its parameters have the same
        // quotes.
        let value = end + quote.length();
        let Some(length) = quote.closing(&rest[value..]) else {
            return start + end;
        };
        at = value + length + quote.length();
    }
    start + at + line(&rest[at..])
}

/// Returns the credentials after an authentication scheme that isn't in a header, as in
/// `Bearer abc123`.
pub(super) fn bare_credentials(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    if !["Bearer", "Basic"]
        .iter()
        .any(|scheme| scheme.eq_ignore_ascii_case(word))
    {
        return None;
    }
    let start = name.start + scheme(&text[name.start..])?;
    let begins = window(&text[start..]);
    let credentials = &begins[Value::at(begins, 0, None).into_range()];
    let is_mixed = credentials.chars().skip(1).any(char::is_uppercase)
        && credentials.chars().any(char::is_lowercase);
    let is_key = credentials.contains(|c: char| c.is_ascii_digit())
        || credentials.ends_with('=')
        || is_mixed;
    // Parameters after a scheme belong to a challenge: `Bearer realm="api"`.
    let is_word = !credentials.contains(char::is_whitespace)
        && !credentials.trim_end_matches('=').contains('=');
    let is_secret = credentials.len() >= 6 && is_word && is_key && !credentials.contains(REDACTED);
    is_secret.then(|| Value::at(text, start, None).into_range())
}
