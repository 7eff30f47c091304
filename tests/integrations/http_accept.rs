//! Tests of choosing a representation by the `Accept` header, as RFC 9110 specifies.

use agent_error::http::Representation;
use axum::http::{HeaderMap, HeaderValue, header::ACCEPT};

fn headers(values: &[&[u8]]) -> HeaderMap {
    values.iter().map(|value| (ACCEPT, HeaderValue::from_bytes(value).unwrap())).collect()
}

#[test]
fn the_preferred_media_type_is_chosen() {
    for (accept, is_envelope) in [
        ("application/json", true),
        ("APPLICATION/JSON;Q=0.1", true),
        ("application/problem+json", false),
        ("*/*", false),
        ("application/*", false),
        ("text/html, application/xml", false),
        ("text/html, application/json;q=0.001", true),
        ("application/json, application/problem+json", false),
        ("application/json, application/problem+json;q=0.999", true),
        ("application/json \t; \tq=0.5, */*;q=0.4", true),
        // A more specific range takes precedence, and then the greater weight.
        ("application/json;q=0.5, */*", false),
        ("application/json, */*", true),
        ("application/json;q=0.5, application/json;q=0.9, application/*;q=0.8", true),
        ("application/problem+json;q=0, */*", true),
        ("application/problem+json;q=0, application/json;q=0", false),
        ("application/json;q=0, */*;q=0.1", false),
        // Invalid ranges are ignored.
        ("nonsense;;q=, application/json", true),
        ("application/json;q=2", false),
        ("", false),
        ("application/json;q=1.000", true),
        ("application/json;q=1.001", false),
        ("application/json;q=0.1234", false),
        ("application/json;q", false),
        ("application/json;version=2", false),
        ("application/json; charset=utf-8", true),
        ("*/json", false),
        ("text/html;x=\"a,application/problem+json\", application/json", true),
        ("application/x;y=\"application/json, \\\", application/json", false),
    ] {
        let preferred = Representation::preferred(&headers(&[accept.as_bytes()]));
        assert_eq!(preferred == Representation::Envelope, is_envelope, "{accept}");
    }
    let several = headers(&[b"text/html", b"application/json"]);
    assert_eq!(Representation::preferred(&several), Representation::Envelope, "several headers are one list");
    let invalid = headers(&[b"text/x;a=\"\xe9\", application/json"]);
    assert_eq!(Representation::preferred(&invalid), Representation::Envelope, "other bytes only affect their range");
    assert_eq!(Representation::preferred(&headers(&[b"application/json\xe9"])), Representation::Problem);
}

#[test]
fn only_a_client_that_names_a_media_type_names_it() {
    for (accept, named) in [
        ("application/problem+json", [true, false]),
        ("text/html, application/json;q=0.5", [false, true]),
        ("application/problem+json;q=0.1, application/json", [true, true]),
        ("*/*, application/*, application/problem+json;q=0", [false, false]),
    ] {
        let headers = headers(&[accept.as_bytes()]);
        let shown = [Representation::Problem, Representation::Envelope].map(|kind| kind.is_named(&headers));
        assert_eq!(shown, named, "{accept}");
    }
}
