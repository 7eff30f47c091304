//! Tests of converting errors to HTTP responses and back.

use crate::{no_user, rfc9457};
use agent_error::facts::{Phase, RetryStrategy, Severity, SideEffects};
use agent_error::http::{self, response};
use agent_error::{ErrorRecord, FieldError, Format};
use axum::http::{Method, Response, StatusCode};
use proptest::prelude::*;
use std::error::Error as _;
use std::time::Duration;

fn header<'a>(response: &'a Response<String>, name: &str) -> Option<&'a str> {
    response
        .headers()
        .get(name)
        .map(|value| value.to_str().unwrap())
}

#[test]
fn status_and_headers_follow_from_the_error() {
    let response: Response<String> = response(&no_user());
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert_eq!(
        header(&response, "content-type"),
        Some("application/problem+json")
    );
    assert_eq!(header(&response, "cache-control"), Some("no-store"));
    assert_eq!(header(&response, "retry-after"), None);
    assert_eq!(response.headers().len(), 2);
    assert_eq!(
        *response.body(),
        agent_error::render(&no_user(), Format::PROBLEM)
    );
}

#[test]
fn a_status_outside_400_to_599_becomes_500() {
    for status in [0, 42, 100, 200, 303, 399, 600, 999, 1000, u16::MAX] {
        let response: Response<String> =
            response(&ErrorRecord::new("X_FAILED", "failed").with_status(status));
        assert_eq!(response.status(), 500);
        rfc9457::read(500, header(&response, "content-type"), response.body()).unwrap();
    }
    for status in [400, 418, 599] {
        let response: Response<String> =
            response(&ErrorRecord::new("X_FAILED", "failed").with_status(status));
        assert_eq!(response.status(), status);
    }
}

#[test]
fn causes_are_sent_for_client_errors_but_not_server_errors() {
    let shown = |status: u16| {
        let record = ErrorRecord::new("X_FAILED", "failed")
            .with_detail("it is late")
            .with_cause("outer")
            .with_cause("inner")
            .with_status(status);
        let response: Response<String> = response(&record);
        let kept = response
            .extensions()
            .get::<ErrorRecord>()
            .map(|kept| kept.source().unwrap().to_string());
        let read = agent_error::parse(response.body()).unwrap();
        let expected = (status < 500).then_some("it is late");
        assert_eq!(read.detail(), expected.filter(|_| status >= 400));
        (read.source().map(ToString::to_string), kept)
    };
    for status in [500, 503, 599, 600, 42] {
        assert_eq!(shown(status), (None, Some("outer".to_owned())), "{status}");
    }
    for status in [400, 422, 499] {
        let both = (Some("outer: inner".to_owned()), Some("outer".to_owned()));
        assert_eq!(shown(status), both, "{status}");
    }
}

fn records() -> Vec<ErrorRecord> {
    let failed = |status| ErrorRecord::new("X_FAILED", "failed").with_status(status);
    let explained = failed(422)
        .with_detail("it is late")
        .with_suggestion("Wait")
        .with_summary("It failed.");
    vec![
        failed(404),
        failed(500)
            .with_cause("secret")
            .with_severity(Severity::Critical)
            .with_side_effects(SideEffects::Partial),
        explained
            .clone()
            .with_docs_url("https://example.com/errors/X")
            .with_actions(["GET /x"]),
        explained
            .with_field_error(FieldError::new("user", "Required.").missing())
            .with_phase(Phase::Validation),
        failed(429)
            .with_retry_after(Duration::from_millis(1500))
            .with_retry_strategy(RetryStrategy::Constant),
        failed(400)
            .with_context("name", "a\nb\u{1b}[1m")
            .with_context("list", vec![1, 2]),
        ErrorRecord::new("X_FAILED", " \n\u{202e}").with_status(599),
    ]
}

#[test]
fn every_problem_conforms_to_the_rfc() {
    for record in records() {
        let response: Response<String> = response(&record);
        let content_type = header(&response, "content-type");
        let problem =
            rfc9457::read(response.status().as_u16(), content_type, response.body()).unwrap();
        // The RFC makes these members optional, but clients expect them.
        assert!(
            ["type", "status", "detail"]
                .iter()
                .all(|name| problem.contains_key(*name)),
            "{record:?}"
        );
    }
}

#[test]
fn a_response_is_read_like_its_body() {
    for record in records() {
        let response: Response<String> = response(&record);
        let read = http::record(
            &Method::GET,
            response.status(),
            response.headers(),
            response.body().as_bytes(),
        );
        let sent = agent_error::parse(response.body()).unwrap();
        assert_eq!(read.http_status(), record.http_status());
        assert_eq!(
            [sent.retry_after(), read.retry_after()],
            [record.retry_after(); 2]
        );
        assert_eq!(
            (read.code(), &read.summary()),
            (sent.code(), &sent.summary())
        );
        assert_eq!(
            (&read.detail(), &read.suggestion()),
            (&sent.detail(), &sent.suggestion())
        );
        assert_eq!(
            (read.field_errors().collect::<Vec<_>>(), read.side_effects()),
            (sent.field_errors().collect::<Vec<_>>(), sent.side_effects())
        );
        let mut expected = sent.clone();
        if !sent.actions().is_empty() {
            expected = expected.with_context("server_actions", sent.actions());
        }
        assert_eq!(read.context(), expected.context());
    }
}

proptest! {
    #[test]
    fn retry_after_is_rounded_up_to_whole_seconds(seconds in 0..u64::MAX, nanos in 0..1_000_000_000_u32) {
        let wait = Duration::new(seconds, nanos);
        let response: Response<String> =
            response(&ErrorRecord::new("X_FAILED", "failed").with_retry_after(wait));
        let sent: u64 = header(&response, "retry-after").unwrap().parse().unwrap();
        prop_assert!(Duration::from_secs(sent) >= wait);
        prop_assert!(Duration::from_secs(sent).saturating_sub(wait) < Duration::from_secs(1));
    }
}

#[test]
fn the_longest_wait_does_not_panic() {
    let record = ErrorRecord::new("X_FAILED", "failed").with_retry_after(Duration::MAX);
    let response: Response<String> = response(&record);
    assert_eq!(
        header(&response, "retry-after"),
        Some("18446744073709551615")
    );
    assert!(record.is_retryable());
}
