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

/// Returns the length of the separator after a URL's scheme, if the text starts with one.
pub(super) fn mark_length(text: &str) -> Option<usize> {
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
    let Some(colon) = colon_in_userinfo(authority) else {
        let (user, _) = authority.split_once('@')?;
        return is_key(user).then_some(from..from + user.len());
    };
    let has_path = word.len() > authority.len();
    let after_colon = colon + 1;
    if is_port(&authority[after_colon..], has_path) {
        return None;
    }
    let end = end_of_userinfo(line, word)?;
    let user = &line[..colon];
    let password = &line[after_colon..end];
    if is_key(user) || NO_PASSWORDS.contains(&password) {
        return Some(from..from + end);
    }
    if is_placeholder(password) {
        return None;
    }
    Some(from + after_colon..from + end)
}

/// Returns the offset of the first colon, unless it's after the `@`, where it precedes the port.
fn colon_in_userinfo(authority: &str) -> Option<usize> {
    let colon = authority.find(':')?;
    let is_before_port = authority.find('@').is_some_and(|at| at < colon);
    (!is_before_port).then_some(colon)
}

/// Whether the text after a colon is a port, or is missing before a path.
fn is_port(text: &str, has_path: bool) -> bool {
    let port = text.trim_end_matches([',', '.', ';', ':', ')', ']', '}']);
    if port.is_empty() {
        return has_path;
    }
    port.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the offset of the last `@` in the first word, or else in the first word with an `@`.
fn end_of_userinfo(line: &str, first_word: &str) -> Option<usize> {
    if let Some(end) = first_word.rfind('@') {
        return Some(end);
    }
    let first_at = line.find('@')?;
    let rest_of_word = line[first_at..].split(ends_word).next()?;
    Some(first_at + rest_of_word.rfind('@')?)
}

/// Returns the text up to the end of the line or the next URL.
fn up_to_next_url(text: &str) -> &str {
    let mut ends = text.match_indices(['\n', ':']);
    let end = ends.find(|(at, end)| *end == "\n" || mark_length(&text[*at..]).is_some());
    match end {
        Some((at, _)) => &text[..at],
        None => text,
    }
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
    let mut signs = word.match_indices('@');
    let (length, _) = signs.find(|(at, _)| begins_address(&word[*at..]))?;
    let password = &word[..length];
    if password.is_empty() || is_placeholder(password) {
        return None;
    }
    let start = name.end + 1;
    Some(start..start + length)
}

/// Whether the text after a password, which starts with an `@`, is an address.
fn begins_address(text: &str) -> bool {
    ADDRESSES.iter().any(|start| text.starts_with(start)) || has_port(&text[1..])
}

/// Whether a string is `host:port/path`.
fn has_port(address: &str) -> bool {
    let Some((authority, _)) = address.split_once('/') else {
        return false;
    };
    let Some((host, port)) = authority.split_once(':') else {
        return false;
    };
    host.bytes().all(is_in_host) && port.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_in_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')
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
    let credentials = &text[start..];
    if is_placeholder(window(credentials)) {
        return start..start;
    }
    if start < range.end {
        return start..range.end;
    }
    // The unquoted value ended after the scheme.
    if is_prose(credentials) {
        return start..start;
    }
    Value::at(text, start, around).into_range()
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
    let text = window(text);
    let (word, rest) = text.split_once([' ', '\t'])?;
    let is_scheme = SCHEMES
        .split(' ')
        .any(|scheme| scheme.eq_ignore_ascii_case(word));
    let credentials = rest.trim_start_matches([' ', '\t']);
    is_scheme.then(|| text.len() - credentials.len())
}

/// Returns the end of a header: the end of the line, or the quote that closes the header.
fn end_of_header(text: &str, start: usize, around: Option<Quote>) -> usize {
    let header = &text[start..];
    let Some(quote) = around else {
        return start + line(header);
    };
    let mut searched = 0;
    while let Some(distance) = quote.closing(&header[searched..]) {
        let end = searched + distance;
        // If the header was quoted without escaping, the values of its parameters have the same
        // quotes.
        let opens_parameter = header[..end].ends_with('=');
        if !opens_parameter {
            return start + end;
        }
        let value_start = end + quote.length();
        let Some(length) = quote.closing(&header[value_start..]) else {
            return start + end;
        };
        searched = value_start + length + quote.length();
    }
    start + searched + line(&header[searched..])
}

/// Returns the credentials after an authentication scheme that isn't in a header, as in
/// `Bearer abc123`.
pub(super) fn bare_credentials(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    let is_scheme = ["Bearer", "Basic"]
        .iter()
        .any(|scheme| scheme.eq_ignore_ascii_case(word));
    if !is_scheme {
        return None;
    }
    let start = name.start + scheme(&text[name.start..])?;
    let rest = window(&text[start..]);
    let credentials = &rest[Value::at(rest, 0, None).into_range()];
    if !are_credentials(credentials) {
        return None;
    }
    Some(Value::at(text, start, None).into_range())
}

/// Whether the text after a scheme are its credentials, not the rest of a sentence such as
/// `basic knowledge`, or a challenge's parameters, as in `Bearer realm="api"`.
fn are_credentials(text: &str) -> bool {
    let has_parameters = text.trim_end_matches('=').contains('=');
    let is_word = !text.contains(char::is_whitespace) && !has_parameters;
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    let is_key = has_digit || text.ends_with('=') || has_inner_capital(text);
    text.len() >= 6 && is_word && is_key && !text.contains(REDACTED)
}

fn has_inner_capital(text: &str) -> bool {
    let has_capital = text.chars().skip(1).any(char::is_uppercase);
    has_capital && text.contains(char::is_lowercase)
}
