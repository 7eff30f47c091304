//! Records that several tests share.

use agent_error::vocabulary::{Phase, RetryStrategy, SideEffects};
use agent_error::{ErrorRecord, FieldError, Severity};
use std::time::Duration;

/// Creates a record with every fact.
pub(crate) fn full() -> ErrorRecord {
    ErrorRecord::new("RATE_LIMITED", "too many requests")
        .with_summary("The client sent too many requests.")
        .with_cause("the upstream answered 429")
        .with_cause("quota exhausted")
        .with_detail("100 requests in 60 s")
        .with_suggestion("Wait, then call again")
        .with_fix_required("fewer calls a minute")
        .with_fix_command("tool quota --raise")
        .with_docs_url("https://example.com/errors/RATE_LIMITED")
        .with_body("line 1\nline 2")
        .with_instance("/requests/7")
        .with_retry_after(Duration::from_millis(1_500))
        .with_retry_strategy(RetryStrategy::Exponential)
        .with_side_effects(SideEffects::None)
        .with_phase(Phase::Execution)
        .with_severity(Severity::Critical)
        .with_action("quota.show")
        .with_action("quota.raise")
        .with_context("limit", 100)
        .with_context("who", "me")
        .with_status(429)
        .with_exit_code(11)
}

/// Creates a record with only a code and a message.
pub(crate) fn bare() -> ErrorRecord {
    ErrorRecord::new("NOT_FOUND", "no such user")
}

/// Creates the record of a call with invalid fields.
pub(crate) fn invalid_fields() -> ErrorRecord {
    ErrorRecord::new("VALIDATION_ERROR", "invalid input for `users/create`")
        .with_exit_code(2)
        .with_phase(Phase::Validation)
        .with_context("action", "users/create")
        .with_field_error(
            FieldError::new("email", "Invalid email.").sent("bad-email").expected("Expected: an address."),
        )
        .with_field_error(FieldError::new("role", "Invalid role.").sent("boss").options(["admin", "user"]))
        .with_field_error(FieldError::new("name", "Required.").missing())
        .with_field_error(FieldError::new("api_key", "Too short.").sent("sk-live-1"))
}
