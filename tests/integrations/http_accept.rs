//! Tests any `Accept` headers against a simple, slow model of RFC 9110.

use agent_error::http::Representation;
use axum::http::{HeaderMap, HeaderValue, header::ACCEPT};
use proptest::prelude::*;

fn preferred(values: &[&str]) -> Representation {
    let mut headers = HeaderMap::new();
    for value in values {
        headers.append(ACCEPT, HeaderValue::from_str(value).unwrap());
    }
    Representation::preferred(&headers)
}

const PROBLEM: &str = "application/problem+json";
const JSON: &str = "application/json";

/// Returns the ranges that match a media type, from the most to the least specific.
fn covering(media_type: &str) -> [&str; 3] {
    [media_type, "application/*", "*/*"]
}

/// Returns the preference for a media type: whether it's refused (0), unmentioned (1) or accepted (2), then the weight,
/// then how specific the range is.
fn wish(ranges: &[(&str, u16)], media_type: &str) -> (u8, u16, u8) {
    for (place, range) in covering(media_type).into_iter().enumerate() {
        let weight = ranges.iter().filter(|(known, _)| *known == range).map(|(_, weight)| *weight).max();
        match weight {
            None => {}
            Some(0) => return (0, 0, 0),
            Some(weight) => return (2, weight, 2 - u8::try_from(place).unwrap()),
        }
    }
    (1, 0, 0)
}

fn range() -> impl Strategy<Value = (&'static str, u16)> {
    let name = prop::sample::select(vec![PROBLEM, JSON, "application/*", "*/*", "text/html", "application/xml"]);
    (name, prop_oneof![Just(0), Just(1), Just(999), Just(1000), 0..=1000_u16])
}

fn written((name, weight): (&str, u16), style: u8) -> String {
    let name = if style & 1 == 0 { name.to_owned() } else { name.to_uppercase() };
    let q = if style & 2 == 0 { "q" } else { "Q" };
    let gap = if style & 4 == 0 { "" } else { " \t" };
    match weight {
        1000 if style & 8 == 0 => name,
        1000 => format!("{name}{gap};{gap}{q}=1.0"),
        weight => format!("{name}{gap};{gap}{q}=0.{weight:03}"),
    }
}

proptest! {
    #[test]
    fn the_response_matches_the_model(ranges in prop::collection::vec((range(), any::<u8>()), 0..6), split in any::<bool>()) {
        let texts: Vec<String> = ranges.iter().map(|(range, style)| written(*range, *style)).collect();
        let texts = if split { texts } else { vec![texts.join(" , ")] };
        let plain: Vec<_> = ranges.iter().map(|(range, _)| *range).collect();
        let envelope = wish(&plain, JSON) > wish(&plain, PROBLEM);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        prop_assert_eq!(preferred(&texts) == Representation::Envelope, envelope, "{:?}", texts);
    }

    #[test]
    fn any_bytes_are_accepted(values in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..80), 0..4)) {
        let mut headers = HeaderMap::new();
        for value in values.iter().filter_map(|value| HeaderValue::from_bytes(value).ok()) {
            headers.append(ACCEPT, value);
        }
        Representation::preferred(&headers);
    }

    #[test]
    fn invalid_ranges_are_ignored(noise in "[ -~&&[^,\"]]{0,20}") {
        let asked = noise.to_ascii_lowercase();
        prop_assume!(!asked.contains("*/*") && !asked.contains("application"));
        prop_assert_eq!(preferred(&[&format!("{noise},{JSON}")]), Representation::Envelope);
        prop_assert_eq!(preferred(&[&noise]), Representation::Problem);
    }
}

#[test]
fn non_ascii_bytes_only_invalidate_their_own_range() {
    let accept = HeaderValue::from_bytes(b"text/x;a=\"\xe9\", application/json").unwrap();
    let headers = HeaderMap::from_iter([(ACCEPT, accept)]);
    assert_eq!(Representation::preferred(&headers), Representation::Envelope);
    let spoilt = HeaderValue::from_bytes(b"application/json\xe9").unwrap();
    assert_eq!(Representation::preferred(&HeaderMap::from_iter([(ACCEPT, spoilt)])), Representation::Problem);
}

#[test]
fn a_header_of_a_megabyte_is_parsed_quickly() {
    for piece in ["application/json;", "\"\\", ",,,,", "*/*;q=", "a=\"b;"] {
        assert_eq!(preferred(&[&piece.repeat((1 << 20) / piece.len())]), Representation::Problem, "{piece}");
    }
}

#[test]
fn only_a_client_that_names_a_media_type_names_it() {
    let named = |accept: &str| {
        let headers = HeaderMap::from_iter([(ACCEPT, accept.parse().unwrap())]);
        [Representation::Problem, Representation::Envelope].map(|representation| representation.is_named(&headers))
    };
    assert_eq!(named("application/problem+json"), [true, false]);
    assert_eq!(named("text/html, application/json;q=0.5"), [false, true]);
    assert_eq!(named("application/problem+json;q=0.1, application/json"), [true, true]);
    for accept in ["*/*", "application/*", "application/problem+json;q=0", "text/plain"] {
        assert_eq!(named(accept), [false, false], "{accept}");
    }
    assert!(!Representation::Problem.is_named(&HeaderMap::new()));
}
