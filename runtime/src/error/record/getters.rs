//! Getters of records.

use super::ErrorRecord;
use crate::definition::error_def::ErrorDef;
use crate::error::context::Context;
use crate::error::field_error::FieldError;
use crate::error::value::ContextValue;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use std::time::Duration;

impl ErrorRecord {
    /// Returns the stable code, such as `NOT_FOUND`. Empty if the record was parsed from an error
    /// without a code.
    pub fn code(&self) -> &str {
        &self.fields.code
    }

    /// Returns the error message.
    pub fn message(&self) -> &str {
        &self.fields.message
    }

    /// Returns the declaration of the code. `None` if the record was parsed or created by hand.
    pub fn def(&self) -> Option<&'static ErrorDef> {
        self.def
    }

    /// Returns the exit code, from 1 to 255. Defaults to 1.
    pub fn exit_code(&self) -> u8 {
        self.fields.facts.exit_code()
    }

    /// Returns the HTTP status, from 400 to 599. Defaults to the status that corresponds to the
    /// exit code.
    pub fn http_status(&self) -> u16 {
        self.fields.facts.http_status()
    }

    /// Whether the identical call may succeed later. Defaults to false.
    pub fn is_retryable(&self) -> bool {
        self.fields.facts.is_retryable()
    }

    /// Returns how long to wait before retrying, if specified.
    pub fn retry_after(&self) -> Option<Duration> {
        self.fields.retry_after
    }

    /// Returns how the delay between retries grows, if specified.
    pub fn retry_strategy(&self) -> Option<RetryStrategy> {
        self.fields.facts.retry
    }

    /// Returns what the failed call has already changed, if known.
    pub fn side_effects(&self) -> Option<SideEffects> {
        self.fields.facts.side_effects
    }

    /// Returns the phase of the call in which the error occurred, if known.
    pub fn phase(&self) -> Option<Phase> {
        self.fields.facts.phase
    }

    /// Returns the severity. Defaults to [`Severity::Error`].
    pub fn severity(&self) -> Severity {
        self.fields.facts.severity()
    }

    /// Whether the error was parsed, so that facts may be unknown. Outputs of such a record only
    /// contain the facts that the other program has stated.
    pub fn is_parsed(&self) -> bool {
        self.fields.facts.exit_code.is_none()
    }

    /// Like [`is_retryable`](Self::is_retryable), but returns `None` if a parsed error doesn't
    /// state it.
    pub fn stated_retryable(&self) -> Option<bool> {
        self.fields.facts.retryable
    }

    /// Like [`severity`](Self::severity), but returns `None` if a parsed error doesn't state it.
    pub fn stated_severity(&self) -> Option<Severity> {
        self.fields.facts.severity
    }

    /// Returns the suggested actions, such as commands or tools.
    pub fn actions(&self) -> &[String] {
        &self.fields.actions
    }

    /// Iterates over the messages of the causes, outermost first.
    pub fn causes(&self) -> impl Iterator<Item = &str> {
        let first = self.fields.cause.as_deref();
        let causes = std::iter::successors(first, |cause| cause.source.as_deref());
        causes.map(|cause| cause.message.as_str())
    }

    /// Returns the context.
    pub fn context(&self) -> &Context {
        &self.fields.context
    }

    /// Iterates over the invalid fields of the call.
    pub fn field_errors(&self) -> impl Iterator<Item = &FieldError> {
        let values = self.fields.context.entries().iter();
        values.flat_map(|(_, value)| match value {
            ContextValue::FieldErrors(fields) => fields.as_slice(),
            _ => &[],
        })
    }
}
