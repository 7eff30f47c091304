//! Builder methods for records.

use super::ErrorRecord;
use crate::error::field_error::FieldError;
use crate::error::value::{ContextValue, FIELD_ERRORS};
use crate::json::JsonText;
use crate::text::cause::Cause;
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use serde_json::Value;
use std::time::Duration;

impl ErrorRecord {
    #[cfg(feature = "parse")]
    pub(crate) fn unknown(code: impl Into<String>, message: impl Into<String>) -> Self {
        let mut record = Self::new(code, message);
        record.facts = crate::error::facts::Facts::UNKNOWN;
        record
    }

    /// Adds a validation error for one field of the call.
    #[must_use]
    pub fn with_field_error(mut self, error: FieldError) -> Self {
        self.push_field_error(error);
        self
    }

    /// Adds a validation error for one field of the call.
    pub fn push_field_error(&mut self, error: FieldError) {
        match self
            .context
            .iter_mut()
            .find(|(name, _)| name == FIELD_ERRORS)
        {
            Some((_, ContextValue::FieldErrors(fields))) => fields.push(error),
            _ => self
                .context
                .insert(FIELD_ERRORS, ContextValue::FieldErrors(vec![error])),
        }
    }

    /// Adds a cause. Each further call sets the cause of the previous cause.
    #[must_use]
    pub fn with_cause(mut self, message: impl Into<String>) -> Self {
        let mut end = &mut self.cause;
        while let Some(cause) = end {
            end = &mut cause.source;
        }
        *end = Some(Box::new(Cause {
            message: message.into(),
            source: None,
        }));
        self
    }

    /// Removes all causes.
    pub fn clear_causes(&mut self) {
        self.cause = None;
    }

    /// Adds suggested actions, such as commands or tools.
    #[must_use]
    pub fn with_actions<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.actions.extend(names.into_iter().map(Into::into));
        self
    }

    /// Adds a context value, or replaces the value with the same name.
    #[must_use]
    pub fn with_context(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        let name = name.into();
        let value = ContextValue::named(&name, JsonText::from(value.into()));
        self.context.insert(name, value);
        self
    }

    /// Sets the severity.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.facts.severity = Some(severity);
        self
    }

    /// Sets whether the identical call may succeed later.
    #[must_use]
    pub fn with_retryable(mut self, retryable: bool) -> Self {
        self.facts.retryable = Some(retryable);
        self
    }

    /// Sets how long to wait before retrying, and marks the error as retryable.
    #[must_use]
    pub fn with_retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self.with_retryable(true)
    }

    /// Sets how the delay between retries grows, and marks the error as retryable.
    #[must_use]
    pub fn with_retry_strategy(mut self, retry: RetryStrategy) -> Self {
        self.facts.retry = Some(retry);
        self.with_retryable(true)
    }

    /// Sets what the failed call has already changed.
    #[must_use]
    pub fn with_side_effects(mut self, side_effects: SideEffects) -> Self {
        self.facts.side_effects = Some(side_effects);
        self
    }

    /// Sets the phase of the call in which the error occurred.
    #[must_use]
    pub fn with_phase(mut self, phase: Phase) -> Self {
        self.facts.phase = Some(phase);
        self
    }

    /// Sets the HTTP status code.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.facts.status = Some(status);
        self
    }

    /// Sets the exit code, from 1 to 125. Any other value becomes 1, because 0 means success and
    /// shells use the others.
    #[must_use]
    pub fn with_exit_code(mut self, code: u8) -> Self {
        self.facts.exit_code = Some(if exit::is_error_code(code) {
            code
        } else {
            exit::GENERAL_ERROR
        });
        self
    }
}
