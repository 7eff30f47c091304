//! Finds credentials in headers and after authentication schemes.

use super::prose::is_prose;
use super::value::{Quote, Value, line};
use super::window;
use crate::text::secret::{REDACTED, ends_with};
use std::ops::Range;

/// Authentication schemes whose credentials are a single word, as in `Bearer` (RFC 6750) and `Basic` (RFC 7617). The
/// credentials of other schemes extend to the end of the header.
const SCHEMES: &str = "ApiKey AWS Basic Bearer Bot DPoP GenieKey JWT Key Negotiate NTLM SharedKey Splunk SSWS Token";

/// Returns the credentials after an authentication scheme, or else the whole range.
pub(super) fn after_scheme(text: &str, range: Range<usize>, around: Option<Quote>) -> Range<usize> {
    let Some(length) = scheme(&text[range.start..]) else { return range };
    let start = range.start + length;
    match start < range.end {
        true => start..range.end,
        // The unquoted value ended after the scheme.
        false if is_prose(&text[start..]) => start..start,
        false => Value::at(text, start, around).into_range(),
    }
}

/// Returns a header's value if all of it is secret: cookies, and the parameters of an authentication scheme.
pub(super) fn whole(text: &str, name: &str, start: usize, around: Option<Quote>) -> Option<Range<usize>> {
    let is_cookie = ends_with(name, "cookie") && !name.contains(' ');
    let has_parameters = ends_with(name, "authorization") && scheme(&text[start..]).is_none();
    (is_cookie || has_parameters).then(|| start..end_of_header(text, start, around))
}

/// Returns the offset of the credentials after an authentication scheme at the start of a string.
fn scheme(text: &str) -> Option<usize> {
    let (word, rest) = window(text).split_once([' ', '\t'])?;
    let is_scheme = SCHEMES.split(' ').any(|scheme| scheme.eq_ignore_ascii_case(word));
    is_scheme.then(|| word.len() + 1 + rest.len() - rest.trim_start_matches([' ', '\t']).len())
}

/// Returns the end of a header: the end of the line, or the quote that closes the header.
fn end_of_header(text: &str, start: usize, around: Option<Quote>) -> usize {
    let rest = &text[start..];
    let Some(quote) = around else { return start + line(rest) };
    let mut at = 0;
    while let Some(end) = quote.closing(&rest[at..]).map(|end| at + end) {
        if !rest[..end].ends_with('=') {
            return start + end;
        }
        // If the header was quoted without escaping, the values of its parameters have the same quotes.
        let value = end + quote.length();
        let Some(length) = quote.closing(&rest[value..]) else { return start + end };
        at = value + length + quote.length();
    }
    start + at + line(&rest[at..])
}

/// Returns the credentials after an authentication scheme that isn't in a header, as in `Bearer abc123`.
pub(super) fn bare_credentials(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    if !["Bearer", "Basic"].iter().any(|scheme| scheme.eq_ignore_ascii_case(word)) {
        return None;
    }
    let start = name.start + scheme(&text[name.start..])?;
    let begins = window(&text[start..]);
    let credentials = &begins[Value::at(begins, 0, None).into_range()];
    let is_mixed = credentials.chars().skip(1).any(char::is_uppercase) && credentials.chars().any(char::is_lowercase);
    let is_key = credentials.contains(|c: char| c.is_ascii_digit()) || credentials.ends_with('=') || is_mixed;
    // Parameters after a scheme belong to a challenge: `Bearer realm="api"`.
    let is_word = !credentials.contains(char::is_whitespace) && !credentials.trim_end_matches('=').contains('=');
    let is_secret = credentials.len() >= 6 && is_word && is_key && !credentials.contains(REDACTED);
    is_secret.then(|| Value::at(text, start, None).into_range())
}
