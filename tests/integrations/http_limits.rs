//! Tests of the ways in which servers report rate limits.

use agent_error::http::read;
use agent_error::{AgentError as _, ErrorRecord, exit};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const NOW: u64 = 1_795_000_000;

fn answer(status: u16, headers: &[(&'static str, &str)], body: &str) -> ErrorRecord {
    let headers: HeaderMap =
        headers.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_str(value).unwrap())).collect();
    let now: SystemTime = UNIX_EPOCH + Duration::from_secs(NOW);
    read(StatusCode::from_u16(status).unwrap(), &headers, body.as_bytes(), now)
}

fn waits(record: &ErrorRecord) -> Option<u64> {
    record.retry_after.map(|wait| wait.as_secs())
}

#[track_caller]
fn is_limit(record: &ErrorRecord, wait: Option<u64>) {
    assert_eq!((record.exit_code(), record.is_retryable()), (exit::RATE_LIMITED, true), "{record:?}");
    assert_eq!(waits(record), wait, "{record:?}");
}

#[test]
fn headers_contain_the_wait() {
    let at = (NOW + 90).to_string();
    is_limit(&answer(429, &[("x-ratelimit-reset", &at)], ""), Some(90));
    is_limit(&answer(429, &[("x-rate-limit-reset", &at)], ""), Some(90));
    is_limit(&answer(429, &[("x-ratelimit-reset", &(NOW - 1).to_string())], ""), Some(0));
    is_limit(&answer(429, &[("ratelimit-reset", "50")], ""), Some(50));
    is_limit(&answer(429, &[("retry-after-ms", "1500")], ""), Some(1));
    is_limit(&answer(429, &[("ratelimit", "limit=10, remaining=0, reset=40")], ""), Some(40));
    is_limit(
        &answer(429, &[("ratelimit", "\"burst\";r=0;t=5, \"daily\" ; r=0 ; t=70, \"other\";r=1;t=900")], ""),
        Some(70),
    );
    // `Retry-After` takes precedence, because it's about this call.
    is_limit(&answer(429, &[("retry-after", "3"), ("x-ratelimit-reset", &at)], ""), Some(3));
    for nonsense in ["", "soon", "-1", "99999999999999999999999", "NaN", "1e400"] {
        is_limit(&answer(429, &[("x-ratelimit-reset", nonsense), ("ratelimit", nonsense)], ""), None);
    }
    is_limit(&answer(429, &[("x-ratelimit-reset", "18446744073709551615")], ""), None);
    // A value below thirty years is a wait. A greater value is a Unix timestamp.
    let thirty_years: u64 = 946_080_000;
    is_limit(&answer(429, &[("ratelimit-reset", &(thirty_years - 1).to_string())], ""), Some(thirty_years - 1));
    is_limit(&answer(429, &[("ratelimit-reset", &thirty_years.to_string())], ""), Some(0));
    // Rate-limit headers have no effect on other errors.
    let missing = answer(404, &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", &at)], "");
    assert_eq!((missing.exit_code(), missing.is_retryable(), waits(&missing)), (exit::NOT_FOUND, false, None));
}

#[test]
fn a_forbidden_response_can_be_a_rate_limit() {
    let at = (NOW + 90).to_string();
    let github = r#"{"message":"API rate limit exceeded"}"#;
    is_limit(&answer(403, &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", &at)], github), Some(90));
    is_limit(&answer(403, &[("retry-after", "60")], github), Some(60));
    let forbidden = answer(403, &[("x-ratelimit-remaining", "7"), ("x-ratelimit-reset", &at)], github);
    assert_eq!((forbidden.exit_code(), forbidden.is_retryable()), (exit::PERMISSION_DENIED, false));
    // If the server says that the error isn't retryable, the headers don't change that.
    let ours = r#"{"type":"about:blank","status":403,"detail":"d","code":"NO_ACCESS","retryable":false}"#;
    let record = answer(403, &[("x-ratelimit-remaining", "0")], ours);
    assert_eq!((record.exit_code(), record.is_retryable()), (exit::PERMISSION_DENIED, false));
}

#[test]
fn a_code_can_indicate_a_rate_limit() {
    for code in ["ThrottlingException", "ProvisionedThroughputExceededException", "slow_down", "RATE_LIMITED"] {
        is_limit(&answer(400, &[], &format!(r#"{{"__type":"{code}","message":"m"}}"#)), None);
    }
    for code in ["LimitExceededException", "RATE_LIMIT_INVALID", "ValidationException"] {
        let record = answer(400, &[], &format!(r#"{{"__type":"{code}","message":"m"}}"#));
        assert_eq!((record.exit_code(), record.is_retryable()), (exit::ARG_ERROR, false), "{code}");
    }
}

#[test]
fn the_body_can_contain_the_wait() {
    for body in [
        r#"{"message":"limited","retry_after":64.5}"#,
        r#"{"message":"limited","retry_after":"64"}"#,
        r#"{"error":{"message":"limited","retry_after_ms":64500}}"#,
    ] {
        is_limit(&answer(429, &[], body), Some(64));
    }
    let record = answer(500, &[], r#"{"message":"broken","retry_after":8}"#);
    assert_eq!((record.exit_code(), record.is_retryable(), waits(&record)), (exit::GENERAL_ERROR, true, Some(8)));
    for body in [
        r#"{"message":"m","retry_after":null}"#,
        r#"{"message":"m","retry_after":-1}"#,
        r#"{"message":"m","retry_after":"soon"}"#,
    ] {
        assert_eq!(waits(&answer(500, &[], body)), None, "{body}");
    }
}

#[test]
fn overloaded_services_and_edges() {
    let overloaded = answer(529, &[], r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#);
    assert_eq!((overloaded.exit_code(), overloaded.is_retryable()), (exit::UNAVAILABLE, true));
    let edge = answer(522, &[], "error code: 522");
    assert_eq!((edge.exit_code(), edge.is_retryable()), (exit::UNAVAILABLE, false));
    assert_eq!(answer(524, &[], "").exit_code(), exit::TIMEOUT);
}
