//! Records that several tests share.

use agent_error::vocabulary::{Phase, RetryStrategy, SideEffects};
use agent_error::{ErrorRecord, FieldError, Severity};
use std::time::Duration;

/// A record with every fact.
pub(crate) fn full() -> ErrorRecord {
    ErrorRecord::new("RATE_LIMITED", "too many requests")
        .summary("The client sent too many requests.")
        .cause("the upstream answered 429")
        .cause("quota exhausted")
        .detail("100 requests in 60 s")
        .suggest("Wait, then call again")
        .fix_required("fewer calls a minute")
        .fix("tool quota --raise")
        .docs_url("https://example.com/errors/RATE_LIMITED")
        .body("line 1\nline 2")
        .instance("/requests/7")
        .retry_after(Duration::from_millis(1_500))
        .retry(RetryStrategy::Exponential)
        .side_effects(SideEffects::None)
        .phase(Phase::Execution)
        .severity(Severity::Critical)
        .action("quota.show")
        .action("quota.raise")
        .context("limit", 100)
        .context("who", "me")
        .status(429)
        .exit(11)
}

/// A record with a code and a message.
pub(crate) fn bare() -> ErrorRecord {
    ErrorRecord::new("NOT_FOUND", "no such user")
}

/// A record of a call with invalid fields.
pub(crate) fn invalid_fields() -> ErrorRecord {
    ErrorRecord::new("VALIDATION_ERROR", "invalid input for `users/create`")
        .exit(2)
        .phase(Phase::Validation)
        .context("action", "users/create")
        .field_error(FieldError::new("email", "Invalid email.").sent("bad-email").expected("Expected: an address."))
        .field_error(FieldError::new("role", "Invalid role.").sent("boss").options(["admin", "user"]))
        .field_error(FieldError::new("name", "Required.").missing())
        .field_error(FieldError::new("api_key", "Too short.").sent("sk-live-1"))
}
