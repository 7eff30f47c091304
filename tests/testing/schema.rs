//! Tests the envelope schema with everything that the crate writes, and with JSON that it never writes.

use agent_error::vocabulary::{Phase, RetryStrategy, SideEffects};
use agent_error::{ErrorRecord, FieldError, Format, Renderer, Response, Severity};
use agent_error_testing::{Captured, ENVELOPE_SCHEMA};
use serde_json::{Value, json};
use std::time::Duration;

fn is_valid(text: &str) -> Result<(), String> {
    Captured::new(text, "", None).check_schema().map_err(|unmet| unmet.found)
}

fn full() -> ErrorRecord {
    ErrorRecord::new("X", "m")
        .with_cause("c")
        .with_detail("d")
        .with_suggestion("s")
        .with_fix_required("f")
        .with_fix_command("tool fix")
        .with_check_command("tool show")
        .with_docs_url("https://example.com")
        .with_retry_after(Duration::from_millis(5))
        .with_phase(Phase::Cleanup)
        .with_action("a")
        .with_context("k", json!({"nested": [1, null]}))
        .with_field_error(FieldError::new("f", "m"))
}

#[test]
fn output_of_the_crate_is_valid() {
    let warnings = ["careful".to_owned()];
    let renderer = Renderer::new(Format::Envelope).duration_ms(7).warnings(&warnings);
    let retries = [RetryStrategy::Immediate, RetryStrategy::Linear, RetryStrategy::Exponential]
        .map(|retry| full().with_retry_strategy(retry));
    let severities =
        [Severity::Warning, Severity::Error, Severity::Critical].map(|severity| full().with_severity(severity));
    let done = [SideEffects::None, SideEffects::Partial, SideEffects::Complete, SideEffects::Unknown]
        .map(|done| full().with_side_effects(done));
    let bare = [ErrorRecord::new("X", "m")];
    let errors = retries.into_iter().chain(severities).chain(done).chain(bare);
    let mut answers: Vec<String> = errors.map(|error| renderer.render(&error)).collect();
    answers.push(renderer.pretty(true).render(&full()));
    for data in [json!(null), json!({}), json!([1]), json!(1), json!("text"), json!(true)] {
        answers.push(Response::new(data).warning("w").render(renderer).unwrap());
    }
    assert_eq!(answers.len(), 18);
    for answer in answers {
        assert_eq!(is_valid(&answer), Ok(()), "{answer}");
    }
}

#[test]
fn each_rule_rejects_invalid_output() {
    let good: Value = serde_json::from_str(&Renderer::new(Format::Envelope).render(&full())).unwrap();
    assert_eq!(is_valid(&good.to_string()), Ok(()));
    for (pointer, value) in [
        ("/ok", json!(true)),
        ("/ok", json!("false")),
        ("/data", json!({})),
        ("/error", json!(null)),
        ("/error/code", json!("")),
        ("/error/code", json!(404)),
        ("/error/message", json!("")),
        ("/error/suggestion", json!("")),
        ("/error/retryable", json!("no")),
        ("/error/retry_after_ms", json!(-1)),
        ("/error/retry_after_ms", json!(1.5)),
        ("/error/phase", json!("before")),
        ("/error/actions", json!([])),
        ("/error/actions", json!([1])),
        ("/error/context", json!([])),
        ("/warnings", json!([1])),
        ("/warnings", json!(null)),
        ("/meta/duration_ms", json!(-1)),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = value.clone();
        assert!(is_valid(&bad.to_string()).is_err(), "{pointer} = {value}");
    }
    for (pointer, name) in [("", "error"), ("", "warnings"), ("/error", "code"), ("/meta", "duration_ms")] {
        let mut bad = good.clone();
        bad.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove(name).unwrap();
        assert!(is_valid(&bad.to_string()).is_err(), "{pointer} without {name}");
    }
    for pointer in ["", "/error"] {
        let mut bad = good.clone();
        bad.pointer_mut(pointer).unwrap()["extra"] = json!(1);
        assert!(is_valid(&bad.to_string()).unwrap_err().contains("'extra' was unexpected"), "{pointer}");
    }
    assert!(is_valid("{}{}").unwrap_err().starts_with("invalid JSON"));
}

#[test]
fn it_is_the_draft_that_it_names() {
    let schema: Value = serde_json::from_str(ENVELOPE_SCHEMA).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["$defs"]["error"]["additionalProperties"], false);
}
