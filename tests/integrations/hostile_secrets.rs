//! Tests of secrets that are designed to make the output large. The benchmark `redact` measures the time.

use agent_error::ErrorRecord;
use axum::http::{HeaderMap, StatusCode};
use serde_json::json;

fn read(body: &str) -> ErrorRecord {
    ErrorRecord::from_response(StatusCode::BAD_REQUEST, &HeaderMap::new(), body.as_bytes())
}

#[test]
fn parts_of_the_mark_as_secrets_do_not_make_a_response_grow() {
    const MARK: &str = "[REDACTED]";
    let mut parts: Vec<String> = Vec::new();
    for start in 0..MARK.len() {
        parts.extend((start + 1..=MARK.len()).map(|end| MARK[start..end].to_owned()));
    }
    parts.extend((0..163).map(|index| format!("{}{index}", &MARK[index % 6..index % 6 + 4])));
    let body = json!({"message": "REDACTED ".repeat(350), "passwords": parts}).to_string();
    assert!(body.len() > 5_000 && body.len() < 6_000, "{}", body.len());
    let record = read(&body);
    assert!(record.message.len() <= MARK.len() * 9 * 350, "{}", record.message.len());
    assert!(format!("{record:?}").len() < MARK.len() * body.len());
}
