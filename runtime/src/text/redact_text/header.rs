//! Finds credentials in headers and after authentication schemes.

use super::value::{QuotationMark, Value};
use super::{ends_with, prose};
use crate::text::secret::{Credentials, SCHEMES};
use std::ops::Range;

pub(super) fn is_cookie(name: &str) -> bool {
    ends_with(name, "cookie") && !name.contains(' ')
}

/// Returns the credentials after an authentication scheme. If the range doesn't start with a scheme, returns the whole
/// range.
pub(super) fn after_scheme(text: &str, range: Range<usize>) -> Range<usize> {
    let Some((_, length)) = scheme(&text[range.start..]) else { return range };
    let start = range.start + length;
    match start < range.end {
        true => start..range.end,
        // The unquoted value ended after the scheme.
        false if prose::is_prose(&text[start..]) => start..start,
        false => Value::at(text, start, None).range().clone(),
    }
}

/// Returns the credentials in an `Authorization` header. After most schemes, they're a single word. After some schemes,
/// they're parameters up to the end of the line. Without a known scheme, the whole line counts.
pub(super) fn authorization(text: &str, range: Range<usize>, around: Option<QuotationMark>) -> Range<usize> {
    match scheme(&text[range.start..]) {
        Some((Credentials::Word, _)) => after_scheme(text, range),
        Some((Credentials::Parameters, length)) => {
            range.start + length..end_of_header(text, range.start + length, around)
        }
        None => range.start..end_of_header(text, range.start, around),
    }
}

/// Parses an authentication scheme at the start of a text. Returns the kind of its credentials and their offset.
fn scheme(text: &str) -> Option<(Credentials, usize)> {
    let (_, credentials) = SCHEMES.iter().find(|(name, _)| {
        let start = text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        start && text[name.len()..].starts_with([' ', '\t'])
    })?;
    let word = text.find([' ', '\t'])?;
    Some((*credentials, text.len() - text[word..].trim_start_matches([' ', '\t']).len()))
}

pub(super) fn end_of_header(text: &str, start: usize, around: Option<QuotationMark>) -> usize {
    let rest = &text[start..];
    let line = &rest[..rest.find(['\r', '\n']).unwrap_or(rest.len())];
    let Some(quote) = around else { return start + line.len() };
    let mut at = 0;
    while let Some(end) = quote.closing(&line[at..]).map(|end| at + end) {
        if !line[..end].ends_with('=') {
            return start + end;
        }
        // If the header was quoted without escaping, the values of its parameters have the same quotes.
        let value = end + quote.length();
        let Some(length) = quote.closing(&line[value..]) else { return start + end };
        at = value + length + quote.length();
    }
    start + line.len()
}

/// Returns the credentials after a scheme outside of a header, as in `Bearer abc123`.
pub(super) fn bare_credentials(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    if !["Bearer", "Basic"].iter().any(|scheme| scheme.eq_ignore_ascii_case(word)) {
        return None;
    }
    let (_, length) = scheme(&text[name.start..])?;
    let value = Value::at(text, name.start + length, None).range().clone();
    let credentials = &text[value.clone()];
    let is_mixed = credentials.chars().skip(1).any(char::is_uppercase) && credentials.chars().any(char::is_lowercase);
    let is_key = credentials.contains(|c: char| c.is_ascii_digit()) || credentials.ends_with('=') || is_mixed;
    // Parameters after a scheme belong to a challenge: `Bearer realm="api"`.
    let is_word = !credentials.contains(char::is_whitespace) && !credentials.trim_end_matches('=').contains('=');
    (credentials.len() >= 6 && is_word && is_key).then_some(value)
}
