//! Tests of converting errors to HTTP responses and back.

use crate::{no_user, rfc9457};
use agent_error::http::{Representation, response};
use agent_error::vocabulary::{Phase, RetryStrategy, SideEffects};
use agent_error::{AgentError, ErrorRecord, FieldError, Severity};
use axum::http::{Response, StatusCode};
use proptest::prelude::*;
use std::error::Error as _;
use std::time::Duration;

const BOTH: [Representation; 2] = [Representation::Problem, Representation::Envelope];

fn header<'a>(response: &'a Response<String>, name: &str) -> Option<&'a str> {
    response.headers().get(name).map(|value| value.to_str().unwrap())
}

#[test]
fn status_and_headers_follow_from_the_error() {
    for (representation, media_type) in BOTH.into_iter().zip(["application/problem+json", "application/json"]) {
        let response: Response<String> = response(&no_user(), representation);
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
        assert_eq!(header(&response, "content-type"), Some(media_type));
        assert_eq!(header(&response, "cache-control"), Some("no-store"));
        assert_eq!(header(&response, "retry-after"), None);
        assert_eq!(response.headers().len(), 2);
        assert_eq!(*response.body(), agent_error::render(&no_user(), representation.format()));
    }
}

#[test]
fn a_status_outside_200_to_599_becomes_500() {
    for status in [0, 42, 100, 199, 600, 999, 1000, u16::MAX] {
        let response: Response<String> =
            response(&ErrorRecord::new("X_FAILED", "failed").with_status(status), Representation::Problem);
        assert_eq!(response.status(), 500);
        rfc9457::read(500, header(&response, "content-type"), response.body()).unwrap();
    }
    for status in [200, 303, 418, 599] {
        let response: Response<String> =
            response(&ErrorRecord::new("X_FAILED", "failed").with_status(status), Representation::Problem);
        assert_eq!(response.status(), status);
    }
}

#[test]
fn causes_are_sent_for_client_errors_but_not_server_errors() {
    let shown = |status: u16, representation| {
        let record = ErrorRecord::new("X_FAILED", "failed")
            .with_detail("it is late")
            .with_cause("outer")
            .with_cause("inner")
            .with_status(status);
        let response: Response<String> = response(&record, representation);
        let kept = response.extensions().get::<ErrorRecord>().map(|kept| kept.source().unwrap().to_string());
        let read = agent_error::parse(response.body()).unwrap();
        assert_eq!(AgentError::detail(&read).as_deref(), Some("it is late"));
        (read.source().map(ToString::to_string), kept)
    };
    for representation in BOTH {
        for status in [500, 503, 599, 600, 42] {
            assert_eq!(shown(status, representation), (None, Some("outer".to_owned())), "{status}");
        }
        for status in [200, 303, 400, 422, 499] {
            let both = (Some("outer: inner".to_owned()), Some("outer".to_owned()));
            assert_eq!(shown(status, representation), both, "{status}");
        }
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z ]{1,12}", any::<String>(), "\\PC{0,40}"]
}

prop_compose! {
    // Parsing redacts values with secret names. Names that start with `x` aren't secret.
    fn record()(
        (code, message, detail, suggestion) in ("[A-Z]{3,8}", text(), prop::option::of(text()), prop::option::of(text())),
        (cause, summary, field) in (prop::option::of(text()), prop::option::of(text()), prop::option::of(text())),
        context in prop::collection::vec(("x[a-z]{2,5}", text()), 0..4),
        wait in prop::option::of(0..100_000_u64),
        status in 400..600_u16,
        (severity, side_effects, has_page) in (0..3_usize, 0..3_usize, any::<bool>()),
    ) -> ErrorRecord {
        let severities = [Severity::Warning, Severity::Error, Severity::Critical];
        let effects = [None, Some(SideEffects::Partial), Some(SideEffects::Complete)];
        let mut record = ErrorRecord::new(code, message).with_status(status).with_severity(severities[severity]).with_phase(Phase::Execution);
        record.detail = detail;
        record.suggestion = suggestion;
        record.summary = summary;
        record.facts.side_effects = effects[side_effects];
        record = context.into_iter().fold(record, |record, (name, value)| record.with_context(name, value));
        record = cause.into_iter().fold(record, ErrorRecord::with_cause);
        record = field.into_iter().fold(record, |record, field| record.with_field_error(FieldError::new("user", field)));
        record = wait.into_iter().fold(record, |record, wait| record.with_retry_after(Duration::from_millis(wait)));
        record = if has_page { record.with_docs_url("https://example.com/errors/X") } else { record };
        record.with_action("GET /x").with_retry_strategy(RetryStrategy::Linear)
    }
}

proptest! {
    #[test]
    fn every_problem_conforms_to_the_rfc(record in record()) {
        let response: Response<String> = response(&record, Representation::Problem);
        let problem = rfc9457::read(response.status().as_u16(), header(&response, "content-type"), response.body());
        // The RFC makes these members optional, but clients expect them.
        let complete = problem.map(|problem| ["type", "status", "detail"].map(|name| problem.member(name).is_some()));
        prop_assert_eq!(complete, Ok([true; 3]));
    }

    #[test]
    fn responses_round_trip(record in record()) {
        for representation in BOTH {
            let response: Response<String> = response(&record, representation);
            let read = ErrorRecord::from_response(response.status(), response.headers(), response.body().as_bytes());
            // Compare with the result of rendering and parsing, which sanitizes strings. No format contains the exit
            // code, and an envelope contains no title.
            let sent = agent_error::parse(&agent_error::render(&record, representation.format())).unwrap();
            prop_assert_eq!(&read.facts.status, &record.facts.status);
            let mut facts = sent.facts;
            (facts.exit_code, facts.status) = (read.facts.exit_code, read.facts.status);
            // An envelope omits the default severity.
            facts.severity = Some(facts.severity());
            prop_assert_eq!(facts, read.facts);
            let mut context = sent.context.clone();
            context.insert("server_actions", sent.actions.clone());
            prop_assert_eq!(context, read.context.clone());
            prop_assert_eq!(&sent.field_errors(), &read.field_errors());
            prop_assert_eq!(sent.retry_after, read.retry_after);
            prop_assert_eq!(sent.retry_after, record.retry_after);
            prop_assert_eq!((&sent.detail, &sent.suggestion), (&read.detail, &read.suggestion));
            prop_assert_eq!((&sent.code, &sent.summary), (&read.code, &read.summary));
            if !sent.message.trim().is_empty() {
                prop_assert_eq!(&sent.message, &read.message);
            }
        }
    }

    #[test]
    fn retry_after_is_rounded_up_to_whole_seconds(seconds in 0..u64::MAX, nanos in 0..1_000_000_000_u32) {
        let wait = Duration::new(seconds, nanos);
        let response: Response<String> =
            response(&ErrorRecord::new("X_FAILED", "failed").with_retry_after(wait), Representation::Envelope);
        let sent: u64 = header(&response, "retry-after").unwrap().parse().unwrap();
        prop_assert!(Duration::from_secs(sent) >= wait);
        prop_assert!(Duration::from_secs(sent).saturating_sub(wait) < Duration::from_secs(1));
    }
}

#[test]
fn the_longest_wait_does_not_panic() {
    let record = ErrorRecord::new("X_FAILED", "failed").with_retry_after(Duration::MAX);
    let response: Response<String> = response(&record, Representation::Problem);
    assert_eq!(header(&response, "retry-after"), Some("18446744073709551615"));
    assert!(record.is_retryable());
}
