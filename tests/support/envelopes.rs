//! Envelopes with everything that the crate writes.
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use agent_error::facts::Severity;
use agent_error::facts::{Phase, RetryStrategy};
use agent_error::{ErrorRecord, FieldError, Format, Response};
use serde_json::json;
use std::time::Duration;

/// Creates a record with every member that the published schema of envelopes has, too.
pub(crate) fn full() -> ErrorRecord {
    ErrorRecord::new("X", "m")
        .with_cause("c")
        .with_detail("d")
        .with_suggestion("s")
        .with_fix_required("f")
        .with_docs_url("https://example.com")
        .with_retry_after(Duration::from_millis(5))
        .with_phase(Phase::Cleanup)
        .with_actions(["a"])
        .with_context("k", json!({"nested": [1, null]}))
        .with_field_error(FieldError::new("f", "m"))
}

pub(crate) fn envelopes() -> Vec<String> {
    let warnings = ["careful".to_owned()];
    let retries = [
        RetryStrategy::Immediate,
        RetryStrategy::Constant,
        RetryStrategy::Exponential,
    ]
    .map(|retry| full().with_retry_strategy(retry));
    let severities =
        [Severity::Warning, Severity::Critical].map(|severity| full().with_severity(severity));
    let errors = retries
        .into_iter()
        .chain(severities)
        .chain([ErrorRecord::new("X", "m")]);
    let mut written: Vec<String> = errors
        .map(|error| Format::ENVELOPE.__render(&error, &warnings, 7))
        .collect();
    for data in [
        json!(null),
        json!({}),
        json!([1]),
        json!(1),
        json!("text"),
        json!(true),
    ] {
        written.push(Response::new(data).warning("w").render(Format::ENVELOPE));
    }
    written
}
