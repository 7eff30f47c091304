//! Tests of converting any HTTP response to an error.

use agent_error::facts::{Phase, SideEffects};
use agent_error::http::{self, LONGEST_BODY, retry_after};
use agent_error::{ErrorRecord, exit};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use proptest::prelude::*;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Returns a fixed time in 2026.
fn now() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_795_000_000)
}

fn headers(fields: &[(&'static str, &str)]) -> HeaderMap {
    fields
        .iter()
        .map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_str(value).unwrap()))
        .collect()
}

fn waits(value: &str) -> Option<Duration> {
    retry_after(&headers(&[("retry-after", value)]), now())
}

pub(crate) fn read(status: u16, fields: &[(&'static str, &str)], body: &[u8]) -> ErrorRecord {
    http::record(
        &Method::GET,
        StatusCode::from_u16(status).unwrap(),
        &headers(fields),
        body,
    )
}

fn bare(status: u16, fields: &[(&'static str, &str)]) -> ErrorRecord {
    read(status, fields, b"")
}

#[test]
fn retry_after_is_seconds_or_a_date() {
    assert_eq!(waits("120"), Some(Duration::from_secs(120)));
    assert_eq!(waits(" 0 "), Some(Duration::ZERO));
    assert_eq!(waits("1.5"), Some(Duration::from_millis(1500)));
    assert_eq!(
        waits("18446744073709551615"),
        Some(Duration::from_secs(u64::MAX))
    );
    let at = |text: &str| {
        retry_after(
            &headers(&[("retry-after", text)]),
            UNIX_EPOCH + Duration::from_secs(784_111_700),
        )
    };
    for date in [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ] {
        assert_eq!(at(date), Some(Duration::from_secs(77)), "{date}");
    }
    assert_eq!(at("Sun, 06 Nov 1994 08:00:00 GMT"), Some(Duration::ZERO));
    for nonsense in [
        "",
        "soon",
        "-1",
        "1 minute",
        "Sun, 32 Nov 1994 08:49:37 GMT",
        "NaN",
        "inf",
        "99999999999999999999",
    ] {
        assert_eq!(waits(nonsense), None, "{nonsense}");
    }
    assert_eq!(retry_after(&HeaderMap::new(), now()), None);
}

proptest! {
    #[test]
    fn a_date_is_as_far_away_as_it_says(seconds in 0..1_000_000_000_u64) {
        let date = httpdate::fmt_http_date(now() + Duration::from_secs(seconds));
        prop_assert_eq!(waits(&date), Some(Duration::from_secs(seconds)));
    }

    #[test]
    fn any_bytes_are_parsed(
        status in 100..1000_u16,
        content_type in prop::sample::select(vec!["application/problem+json", "application/json", "text/html", "x"]),
        wait in prop::collection::vec(any::<u8>(), 0..30),
        body in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            "[\\[\\]{}\",:a-z0-9 <>/&;!-]{0,60}".prop_map(String::into_bytes),
            "<(title|script|style|!--|/head|/title|--)>?[ -~]{0,40}".prop_map(String::into_bytes),
        ],
    ) {
        let mut headers = headers(&[("content-type", content_type)]);
        if let Ok(value) = HeaderValue::from_bytes(&wait) {
            headers.insert("retry-after", value);
        }
        let record = http::record(&Method::GET, StatusCode::from_u16(status).unwrap(), &headers, &body);
        prop_assert!(!record.code().is_empty() && !record.message().trim().is_empty());
        prop_assert_eq!(record.http_status(), status);
        prop_assert!(exit::is_error_code(record.exit_code()));
    }
}

#[test]
fn without_a_body_the_status_determines_the_error() {
    let record = bare(404, &[]);
    assert_eq!(record.message(), "the server responded with 404 Not Found");
    assert_eq!(
        (record.code(), record.exit_code(), record.is_retryable()),
        ("HTTP_404", exit::NOT_FOUND, false)
    );
    assert_eq!(bare(400, &[]).phase(), Some(Phase::Validation));
    assert_eq!(
        bare(599, &[]).message(),
        "the server responded with 599 <unknown status code>"
    );
    let limited = bare(429, &[("retry-after", "7")]);
    assert_eq!(
        (limited.exit_code(), limited.is_retryable()),
        (exit::RATE_LIMITED, true)
    );
    assert_eq!(limited.retry_after(), Some(Duration::from_secs(7)));
    // A `Retry-After` header implies that the error is retryable.
    assert!(!bare(500, &[]).is_retryable() && bare(500, &[("retry-after", "7")]).is_retryable());
}

fn methods() -> Vec<Method> {
    let names = "GET HEAD OPTIONS TRACE POST PUT PATCH DELETE CONNECT PURGE";
    names.split(' ').map(|name| name.parse().unwrap()).collect()
}

#[test]
fn the_status_and_the_method_decide_whether_a_request_can_be_repeated() {
    for method in methods() {
        let is_safe = ["GET", "HEAD", "OPTIONS", "TRACE"].contains(&method.as_str());
        for status in 400..=599 {
            let of = |fields: &[(&'static str, &str)]| {
                let status = StatusCode::from_u16(status).unwrap();
                http::record(&method, status, &headers(fields), b"")
            };
            let record = of(&[]);
            let is_interrupted = [408, 502, 504, 522, 524].contains(&status);
            let is_rejected = [501, 503, 505, 511, 521, 523, 525, 526, 529].contains(&status);
            let is_postponed = [425, 429, 503, 529].contains(&status);
            let is_retryable = is_postponed || is_safe && is_interrupted;
            assert_eq!(record.is_retryable(), is_retryable, "{method} {status}");
            let may_be_done = !is_safe && (status == 408 || status >= 500 && !is_rejected);
            let expected = may_be_done.then_some(SideEffects::Unknown);
            assert_eq!(record.side_effects(), expected, "{method} {status}");
            // A proxy that states a delay doesn't know what the server has done.
            let delayed = of(&[("retry-after", "3")]);
            assert_eq!(delayed.is_retryable(), !may_be_done, "{method} {status}");
            assert_eq!(delayed.retry_after(), Some(Duration::from_secs(3)));
        }
    }
}

#[test]
fn a_server_that_knows_better_than_the_status_is_believed() {
    let of = |body: &str| {
        let status = StatusCode::GATEWAY_TIMEOUT;
        http::record(&Method::POST, status, &headers(&[]), body.as_bytes())
    };
    let retryable = of(r#"{"code":"LATE","message":"m","retryable":true}"#);
    assert!(retryable.is_retryable());
    let unchanged = of(r#"{"code":"LATE","message":"m","side_effects":"none"}"#);
    assert_eq!(unchanged.side_effects(), Some(SideEffects::None));
    assert!(!unchanged.is_retryable());
}

#[test]
fn an_exit_code_goes_to_a_status_and_back() {
    for code in exit::TABLE
        .iter()
        .map(|entry| entry.code)
        .filter(|code| exit::is_error_code(*code))
    {
        let status = exit::http_status(code);
        let back = bare(status, &[]).exit_code();
        match code {
            // Status 410 doesn't say whether there's a new location, so parsing it returns "not
            // found".
            exit::REDIRECTED => assert_eq!((status, back), (410, exit::NOT_FOUND)),
            // Status 500 doesn't say whether part of the work was done, or what the server lacks.
            exit::PARTIAL_FAILURE | exit::PRECONDITION => {
                assert_eq!((status, back), (500, exit::GENERAL_ERROR));
            }
            _ => assert_eq!(back, code, "{status}"),
        }
    }
}

#[test]
fn every_status_has_an_exit_code() {
    for (statuses, code) in [
        (&[300, 301, 304, 308, 399][..], exit::REDIRECTED),
        (
            &[400, 405, 406, 411, 413, 414, 415, 416, 417, 422, 431],
            exit::ARG_ERROR,
        ),
        (&[401, 407, 511], exit::AUTH_REQUIRED),
        (&[402], exit::PAYMENT_REQUIRED),
        (&[403, 451], exit::PERMISSION_DENIED),
        (&[404, 410], exit::NOT_FOUND),
        (&[408, 504, 524], exit::TIMEOUT),
        (&[409, 423], exit::CONFLICT),
        (&[412, 424, 426, 428], exit::PRECONDITION),
        (
            &[425, 502, 503, 520, 523, 525, 527, 529, 530],
            exit::UNAVAILABLE,
        ),
        (&[429], exit::RATE_LIMITED),
        (
            &[200, 299, 418, 421, 500, 501, 505, 519, 528, 531, 999],
            exit::GENERAL_ERROR,
        ),
    ] {
        for status in statuses {
            assert_eq!(bare(*status, &[]).exit_code(), code, "{status}");
        }
    }
}

#[test]
fn a_body_is_binary_if_more_than_a_third_of_it_is_not_text() {
    let message = |body: &[u8]| read(502, &[], body).message().to_owned();
    assert_eq!(message(b"no\0"), "no");
    assert_eq!(message(b"n\0"), "the server responded with 502 Bad Gateway");
    assert_eq!(
        message(b"no\xff\xff"),
        "the server responded with 502 Bad Gateway"
    );
}

#[test]
fn the_body_takes_precedence_over_the_status() {
    let of = |status: u16, wait: &str, body: &str| {
        read(status, &[("retry-after", wait)], body.as_bytes())
    };
    let body = r#"{"type":"about:blank","status":429,"detail":"d","code":"X_Y","retryable":true,"retry_after_ms":1200}"#;
    // The header is the wait in the body, rounded up. A proxy may have increased the header.
    assert_eq!(
        of(429, "2", body).retry_after(),
        Some(Duration::from_millis(1200))
    );
    assert_eq!(
        of(429, "1", body).retry_after(),
        Some(Duration::from_millis(1200))
    );
    assert_eq!(
        of(429, "30", body).retry_after(),
        Some(Duration::from_secs(30))
    );
    assert_eq!(of(503, "x", body).http_status(), 503);
    let never =
        r#"{"ok":false,"data":null,"error":{"code":"X_Y","message":"m","retryable":false}}"#;
    assert!(!of(503, "x", never).is_retryable());
}

#[test]
fn a_huge_body_is_truncated() {
    let record = read(502, &[], "é".repeat(1_000_000).as_bytes());
    assert!(
        record.message().len() < 1000
            && record
                .detail()
                .as_ref()
                .is_none_or(|detail| detail.len() < 5000)
    );
    let body = format!("{{\"message\":\"{}\"}}", "a".repeat(LONGEST_BODY - 14));
    assert_eq!(body.len(), LONGEST_BODY);
    let record = read(502, &[], body.as_bytes());
    assert!(record.message().starts_with("aaaa") && record.message().len() < 70_000);
    let members = (0..60_000)
        .map(|at| format!("\"m{at}\":1"))
        .collect::<Vec<_>>()
        .join(",");
    let record = read(502, &[], format!("{{{members}}}").as_bytes());
    assert_eq!(record.context().len(), 60_000);
}
