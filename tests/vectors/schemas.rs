//! Tests envelopes against the published schema.

use crate::folder;
use agent_error::vocabulary::{Phase, RetryStrategy};
use agent_error::{ErrorRecord, FieldError, Format, Renderer, Response, Severity};
use serde_json::{Value, json};
use std::time::Duration;

#[test]
#[ignore = "set AGENT_ERROR_SCHEMAS"]
fn envelopes_are_valid() {
    let path = folder("AGENT_ERROR_SCHEMAS").join("response-envelope.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let warnings = ["careful".to_owned()];
    let renderer = Renderer::new(Format::Envelope).duration_ms(7).warnings(&warnings);
    let full = ErrorRecord::new("X", "m")
        .with_cause("c")
        .with_detail("d")
        .with_suggestion("s")
        .with_fix_required("f")
        .with_docs_url("https://example.com")
        .with_retry_after(Duration::from_millis(5))
        .with_phase(Phase::Cleanup)
        .with_action("a")
        .with_context("k", json!({"nested": [1, null]}))
        .with_field_error(FieldError::new("f", "m"));
    let retries = [RetryStrategy::Immediate, RetryStrategy::Linear, RetryStrategy::Exponential]
        .map(|retry| full.clone().with_retry_strategy(retry));
    let severities = [Severity::Warning, Severity::Critical].map(|severity| full.clone().with_severity(severity));
    let errors = retries.into_iter().chain(severities).chain([ErrorRecord::new("", "")]);
    let mut answers: Vec<String> = errors.map(|error| renderer.render(&error)).collect();
    for data in [json!(null), json!({}), json!([1]), json!(1), json!("text"), json!(true)] {
        answers.push(Response::new(data).warning("w").render(renderer).unwrap());
    }
    for answer in &answers {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let errors: Vec<String> = validator.iter_errors(&answer).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{answer}\n{errors:?}");
    }
    assert!(!validator.is_valid(&json!({"ok": true})), "the schema refuses a text that is not an envelope");
    println!("schemas: {} envelopes validated", answers.len());
}
