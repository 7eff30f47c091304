//! Parses the `Accept` request header (RFC 9110, section 12.5.1).

use super::Representation;
use std::cmp::Ordering;

/// A media range and its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MediaRange<'a> {
    kind: &'a str,
    subtype: &'a str,
    /// The weight in thousandths.
    weight: u16,
}

/// A client's preference for a media type, in ascending order. A type that the header doesn't mention ranks above a
/// type that the client refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Preference {
    Refused,
    Unnamed,
    Wanted { weight: u16, specificity: Specificity },
}

/// How specifically a range matches a media type. The weight of the most specific range applies, regardless of the
/// weights of less specific ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Specificity {
    Any,
    AnySubtype,
    Exact,
}

/// Returns the representation that a client with these `Accept` headers prefers.
pub(super) fn preferred<'a>(values: impl Iterator<Item = &'a str>) -> Representation {
    let ranges: Vec<_> = values.flat_map(|value| split(value, ',')).filter_map(range).collect();
    let wish = |representation: Representation| wish(&ranges, representation.content_type());
    match wish(Representation::Envelope).cmp(&wish(Representation::Problem)) {
        Ordering::Greater => Representation::Envelope,
        Ordering::Equal | Ordering::Less => Representation::Problem,
    }
}

/// Whether these `Accept` headers list the media type explicitly, rather than with a wildcard.
pub(super) fn names<'a>(values: impl Iterator<Item = &'a str>, representation: Representation) -> bool {
    let ranges: Vec<_> = values.flat_map(|value| split(value, ',')).filter_map(range).collect();
    let wish = wish(&ranges, representation.content_type());
    matches!(wish, Preference::Wanted { specificity: Specificity::Exact, .. })
}

/// Whether these `Accept` headers allow the media type, either explicitly or with a wildcard.
#[cfg(feature = "axum")]
pub(super) fn accepts<'a>(values: impl Iterator<Item = &'a str>, representation: Representation) -> bool {
    let ranges: Vec<_> = values.flat_map(|value| split(value, ',')).filter_map(range).collect();
    matches!(wish(&ranges, representation.content_type()), Preference::Wanted { .. })
}

fn wish(ranges: &[MediaRange<'_>], media_type: &str) -> Preference {
    let (kind, subtype) = media_type.split_once('/').unwrap_or((media_type, ""));
    let matching = ranges.iter().filter_map(|range| Some((range.specificity(kind, subtype)?, range.weight)));
    match matching.max() {
        None => Preference::Unnamed,
        Some((_, 0)) => Preference::Refused,
        Some((specificity, weight)) => Preference::Wanted { weight, specificity },
    }
}

impl MediaRange<'_> {
    /// Returns how specifically the range matches a media type, or `None` if it doesn't match.
    fn specificity(&self, kind: &str, subtype: &str) -> Option<Specificity> {
        match (self.kind, self.subtype) {
            ("*", "*") => Some(Specificity::Any),
            (own, "*") if own.eq_ignore_ascii_case(kind) => Some(Specificity::AnySubtype),
            (own, sub) if own.eq_ignore_ascii_case(kind) && sub.eq_ignore_ascii_case(subtype) => {
                Some(Specificity::Exact)
            }
            _ => None,
        }
    }
}

/// Parses a media range. Returns `None` if the syntax is invalid or the range has parameters other than `q` and
/// `charset=utf-8`, because the media types offered here have no parameters.
fn range(text: &str) -> Option<MediaRange<'_>> {
    let mut parts = split(text, ';');
    let (kind, subtype) = parts.next()?.split_once('/')?;
    let well_formed = is_token(kind) && is_token(subtype) && (kind != "*" || subtype == "*");
    let mut weight = MAX_WEIGHT;
    for parameter in parts.filter(|part| !part.is_empty()) {
        let (name, value) = parameter.split_once('=')?;
        if name.eq_ignore_ascii_case("q") {
            weight = thousandths(value)?;
        } else if !(name.eq_ignore_ascii_case("charset") && value.trim_matches('"').eq_ignore_ascii_case("utf-8")) {
            return None;
        }
    }
    well_formed.then_some(MediaRange { kind, subtype, weight })
}

/// The default weight, in thousandths.
const MAX_WEIGHT: u16 = 1000;

/// Parses a weight from 0 to 1 with at most three decimal places.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = fraction.bytes().zip([100, 10, 1]);
    let thousandths = digits.map(|(digit, place)| u16::from(digit - b'0') * place).sum();
    match (whole, thousandths) {
        ("0", _) => Some(thousandths),
        ("1", 0) => Some(MAX_WEIGHT),
        _ => None,
    }
}

fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
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

#[cfg(test)]
mod tests {
    use super::{Representation, preferred, split, thousandths};

    fn prefers_envelope(accept: &str) -> bool {
        preferred(std::iter::once(accept)) == Representation::Envelope
    }

    #[test]
    fn a_client_that_prefers_json_gets_the_envelope() {
        for accept in [
            "application/json",
            "APPLICATION/Json",
            "application/json; charset=utf-8",
            "application/json, */*",
            "application/json, text/plain, */*",
            "application/json, application/problem+json;q=0.9",
            "application/problem+json;q=0.899, application/json;q=0.9",
            "application/problem+json;q=0",
            "application/problem+json;q=0, */*",
            "application/json;q=0.001",
            "text/html;x=\"a,application/problem+json\", application/json",
            ", ,application/json,,",
            "application/json;q=1.000",
        ] {
            assert!(prefers_envelope(accept), "{accept}");
        }
    }

    #[test]
    fn all_others_get_a_problem() {
        for accept in [
            "",
            "*/*",
            "application/*",
            "text/html",
            "application/problem+json",
            "application/problem+json, application/json",
            "application/json;q=0.9, application/problem+json;q=0.9",
            "application/json;q=0.5, */*",
            "application/json;q=0",
            "application/json;q=0, application/problem+json;q=0",
            "application/json;version=2",
            "application/json;q=2",
            "application/json;q=0.1234",
            "application/json;q = 1, application/problem+json",
            "application/json;q",
            "*/json",
            "application/",
            "json",
            "application/x;y=\"application/json, \\\", application/json",
        ] {
            assert!(!prefers_envelope(accept), "{accept}");
        }
    }

    #[test]
    fn several_headers_are_one_list() {
        let values = ["text/html", "application/problem+json;q=0.1", "application/json;q=0.2"];
        assert_eq!(preferred(values.into_iter()), Representation::Envelope);
    }

    #[test]
    fn weights_are_those_of_the_grammar() {
        let read = ["0", "0.", "0.5", "0.05", "0.999", "1", "1.", "1.0", "1.000"].map(thousandths);
        assert_eq!(read, [0, 0, 500, 50, 999, 1000, 1000, 1000, 1000].map(Some));
        for bad in ["", ".", ".5", "1.1", "1.001", "2", "-0", "+1", "0.0000", "00", "0,5", "1e0", " 1"] {
            assert_eq!(thousandths(bad), None, "{bad}");
        }
    }

    #[test]
    fn quotes_hide_separators() {
        assert_eq!(split(r#"a;b="c;\";d" ; e"#, ';').collect::<Vec<_>>(), ["a", r#"b="c;\";d""#, "e"]);
    }
}
