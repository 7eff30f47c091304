//! Parses the `Accept` request header (RFC 9110, section 12.5.1).

use super::Representation;
use http::HeaderMap;
use http::header::ACCEPT;

/// The client's preference for a media type. A type that the header doesn't mention ranks above a type that the client
/// refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Preference {
    Refused,
    Unnamed,
    /// The weight in thousandths, and whether the header lists the type itself.
    Wanted(u16, Specificity),
}

/// How specifically a range matches a media type. The weight of the most specific range applies, regardless of the
/// weights of less specific ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Specificity {
    Any,
    AnySubtype,
    Exact,
}

pub(super) fn preference(request: &HeaderMap, representation: Representation) -> Preference {
    let mut best = None;
    for value in request.get_all(ACCEPT) {
        // Quoted strings can contain non-ASCII bytes, so an invalid byte only invalidates its own media range.
        let value = String::from_utf8_lossy(value.as_bytes());
        best = split(&value, ',').map(|range| matched(range, representation.content_type())).fold(best, Option::max);
    }
    match best {
        None => Preference::Unnamed,
        Some((_, 0)) => Preference::Refused,
        Some((specificity, weight)) => Preference::Wanted(weight, specificity),
    }
}

/// Returns how specifically a range matches a media type, and its weight. Returns `None` if the range doesn't match, if its
/// syntax is invalid, or if it has parameters other than `q` and `charset=utf-8`, because the media types offered here
/// have no parameters.
fn matched(range: &str, media_type: &str) -> Option<(Specificity, u16)> {
    let mut parts = split(range, ';');
    let specificity = match parts.next()? {
        "*/*" => Specificity::Any,
        range if range.eq_ignore_ascii_case("application/*") => Specificity::AnySubtype,
        range if range.eq_ignore_ascii_case(media_type) => Specificity::Exact,
        _ => return None,
    };
    let mut weight = 1000;
    for parameter in parts.filter(|part| !part.is_empty()) {
        let (name, value) = parameter.split_once('=')?;
        if name.eq_ignore_ascii_case("q") {
            weight = thousandths(value)?;
        } else if !(name.eq_ignore_ascii_case("charset") && value.trim_matches('"').eq_ignore_ascii_case("utf-8")) {
            return None;
        }
    }
    Some((specificity, weight))
}

/// Parses a weight from 0 to 1 with at most three decimal places.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{fraction:0<3}");
    let is_number = whole.len() == 1 && digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|weight| is_number && *weight <= 1000)
}

/// Splits a header value at separators outside of quoted strings, and trims the parts.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let (mut quoted, mut escaped) = (false, false);
    let parts = text.split(move |character| {
        let separates = !quoted && character == separator;
        quoted ^= character == '"' && !escaped;
        escaped = quoted && character == '\\' && !escaped;
        separates
    });
    parts.map(|part| part.trim_matches([' ', '\t']))
}
