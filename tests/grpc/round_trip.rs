//! Tests that a client reads what a server sends.

use agent_error::facts::Severity;
use agent_error::facts::{Phase, RetryStrategy, SideEffects};
use agent_error::{ErrorRecord, FieldError};
use agent_error_tonic::{record, status};
use serde_json::json;
use std::time::Duration;

/// Creates a record with every fact that a status can transmit.
fn full() -> ErrorRecord {
    without_context()
        .with_context("id", "7")
        .with_context("count", 7)
        .with_context("nothing", json!(null))
        .with_context("list", json!([1, {"a": 2.5}]))
        .with_field_error(FieldError::new("a.b", "Invalid.").sent(3))
}

fn without_context() -> ErrorRecord {
    ErrorRecord::new("T_FULL", "it failed")
        .with_summary("It fails.")
        .with_detail("because of the weather")
        .with_suggestion("Wait for the sun")
        .with_fix_required("The sun shines")
        .with_replacement("things.update")
        .with_docs_url("https://docs.example.com/T_FULL")
        .with_instance("/things/1")
        .with_severity(Severity::Critical)
        .with_phase(Phase::Cleanup)
        .with_retry_strategy(RetryStrategy::Constant)
        .with_retry_after(Duration::from_millis(1500))
        .with_side_effects(SideEffects::None)
        .with_exit_code(75)
        .with_status(503)
}

#[test]
fn every_fact_is_restored() {
    let sent = full();
    let read = record(&status(&sent));
    // Context values are transmitted as strings, sorted by name, and the field's description
    // contains the rejected value.
    let description = sent.field_errors().next().unwrap().to_string();
    let expected = without_context()
        .with_context("count", "7")
        .with_context("id", "7")
        .with_context("list", r#"[1,{"a":2.5}]"#)
        .with_field_error(FieldError::new("a.b", description));
    assert_eq!(read, expected);
}

#[test]
fn a_plain_error_is_restored_unchanged() {
    for error in [
        ErrorRecord::new("T_PLAIN", "failed").with_status(501),
        ErrorRecord::new("T_EFFECTS", "failed")
            .with_side_effects(SideEffects::Partial)
            .with_status(504),
        ErrorRecord::new("T_WARNING", "careful")
            .with_severity(Severity::Warning)
            .with_exit_code(12)
            .with_status(503),
    ] {
        assert_eq!(record(&status(&error)), error);
    }
}

#[test]
fn an_error_that_must_not_be_repeated_is_not_retryable_whatever_its_status_code() {
    let error = ErrorRecord::new("T_PORT", "the port is in use")
        .with_exit_code(12)
        .with_retryable(false);
    let status = status(&error);
    assert_eq!(status.code(), tonic::Code::Unavailable);
    assert!(!record(&status).is_retryable());
}

#[test]
fn the_actions_of_a_server_become_context() {
    let read = record(&status(
        &ErrorRecord::new("T_FIX", "broken")
            .with_exit_code(5)
            .with_actions(["ListTools"]),
    ));
    assert_eq!(
        read.context().get("server_actions"),
        Some(json!(["ListTools"]))
    );
}

#[test]
fn a_forwarded_error_keeps_its_code() {
    let once = status(&full());
    let twice = status(&record(&once));
    assert_eq!(
        (once.code(), once.message()),
        (twice.code(), twice.message())
    );
    assert_eq!(record(&twice), record(&once));
}
