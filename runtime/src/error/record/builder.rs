//! Builder methods for records.

use super::ErrorRecord;
use crate::error::facts::Facts;
use crate::error::field_error::FieldError;
use crate::error::value::{ContextValue, FIELD_ERRORS};
use crate::text::cause::Cause;
use crate::text::debug;
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use agent_error_rules::status;
use serde_core::Serialize;
use std::time::Duration;

impl ErrorRecord {
    /// Creates a record whose facts are unknown, for a [`Reader`](crate::format::Reader). Outputs
    /// only contain the facts that you set.
    pub fn parsed(code: impl Into<String>, message: impl Into<String>) -> Self {
        let mut record = Self::new(code, message);
        record.fields.facts = Facts::UNKNOWN;
        record
    }

    /// Adds a validation error for one field of the call. The context contains all of them, under
    /// the name `fields`, or under a similar name if the context already has a value with this
    /// name.
    #[must_use]
    #[inline]
    pub fn with_field_error(mut self, error: FieldError) -> Self {
        self.push_field_error(error);
        self
    }

    pub(crate) fn push_field_error(&mut self, error: FieldError) {
        let context = &mut self.fields.context;
        let earlier_errors = context.values_mut().find_map(|value| match value {
            ContextValue::FieldErrors(errors) => Some(errors),
            _ => None,
        });
        if let Some(errors) = earlier_errors {
            errors.push(error);
        } else {
            context.insert_beside(FIELD_ERRORS, ContextValue::FieldErrors(vec![error]));
        }
    }

    /// Adds a cause. Each further call sets the cause of the previous cause. Causes after the 64th
    /// are appended to its message.
    #[must_use]
    pub fn with_cause(mut self, message: impl Into<String>) -> Self {
        Cause::append(&mut self.fields.cause, message.into());
        self
    }

    /// Adds suggested actions, such as commands or tools.
    #[must_use]
    pub fn with_actions<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.fields
            .actions
            .extend(names.into_iter().map(Into::into));
        self
    }

    /// Adds a context value, or replaces the value with the same name.
    ///
    /// Context is public, and callers rely on it. A value that can't be serialized becomes a string
    /// with the reason. An integer that doesn't fit into 64 bits becomes a string, because JSON
    /// parsers round such integers.
    #[must_use]
    pub fn with_context(mut self, name: impl Into<String>, value: impl Serialize) -> Self {
        let name = name.into();
        let value = match ContextValue::of(&value) {
            ContextValue::Json(json) => ContextValue::of_member(&name, json),
            other => other,
        };
        self.fields.context.insert(name, value);
        self
    }

    /// Sets the severity.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.fields.facts.severity = Some(severity);
        self
    }

    /// Sets whether the identical call may succeed later.
    #[must_use]
    pub fn with_retryable(mut self, retryable: bool) -> Self {
        self.fields.facts.retryable = Some(retryable);
        self.has_own_retryable = true;
        self
    }

    /// Sets how long to wait before retrying, and marks the error as retryable.
    #[must_use]
    pub fn with_retry_after(mut self, wait: Duration) -> Self {
        self.fields.retry_after = Some(wait);
        self.with_retryable(true)
    }

    /// Sets how the delay between retries grows, and marks the error as retryable.
    #[must_use]
    pub fn with_retry_strategy(mut self, retry: RetryStrategy) -> Self {
        self.fields.facts.retry = Some(retry);
        self.with_retryable(true)
    }

    /// Sets what the failed call has already changed.
    #[must_use]
    pub fn with_side_effects(mut self, side_effects: SideEffects) -> Self {
        self.fields.facts.side_effects = Some(side_effects);
        self
    }

    /// Sets the phase of the call in which the error occurred.
    #[must_use]
    pub fn with_phase(mut self, phase: Phase) -> Self {
        self.fields.facts.phase = Some(phase);
        self
    }

    /// Sets the HTTP status, from 400 to 599. It implies the exit code and whether the error is
    /// retryable, unless you set them with other methods. Ignores any other value.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        if !(400..600).contains(&status) {
            debug::warn(&format!("{status} is no HTTP status of an error"));
            return self;
        }
        self.fields.facts.status = Some(status);
        let implied_exit = status::exit_code(status);
        if !self.has_own_exit {
            self.fields.facts.exit_code = Some(implied_exit);
        }
        if !self.has_own_retryable {
            let (is_retryable, _) = exit::defaults(implied_exit);
            self.fields.facts.retryable = Some(is_retryable);
        }
        self
    }

    /// Sets the exit code, from 1 to 255. Any other value becomes 1, because 0 means success.
    ///
    /// Shells use 126 and 127 for commands that can't be run, and 128 plus the signal number after
    /// a signal. Only use these codes to pass on the exit code of another program.
    #[must_use]
    pub fn with_exit_code(mut self, code: u8) -> Self {
        if code == exit::SUCCESS {
            debug::warn("the exit code of an error can't be 0");
        }
        self.fields.facts.exit_code = Some(code.max(exit::GENERAL_ERROR));
        self.has_own_exit = true;
        self
    }
}
