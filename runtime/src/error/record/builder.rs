//! Putting a record together, fact by fact.

use super::ErrorRecord;
use crate::error::field_error::FieldError;
use crate::text::cause::Cause;
use crate::text::secret::REDACTED;
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use serde_json::Value;
use std::time::Duration;

impl ErrorRecord {
    /// What the code means, whatever the occurrence.
    #[must_use]
    pub fn with_summary(mut self, text: impl Into<String>) -> Self {
        self.summary = Some(text.into());
        self
    }

    /// Why this call failed, when the message alone does not say.
    #[must_use]
    pub fn with_detail(mut self, text: impl Into<String>) -> Self {
        self.detail = Some(text.into());
        self
    }

    /// Advice for the caller.
    #[must_use]
    pub fn with_suggestion(mut self, text: impl Into<String>) -> Self {
        self.suggestion = Some(text.into());
        self
    }

    /// The condition to correct before trying again.
    #[must_use]
    pub fn with_fix_required(mut self, condition: impl Into<String>) -> Self {
        self.fix_required = Some(condition.into());
        self
    }

    /// One command that repairs the cause and runs as it stands.
    #[must_use]
    pub fn with_fix_command(mut self, command: impl Into<String>) -> Self {
        self.fix_command = Some(command.into());
        self
    }

    /// What to use in place of what was called: a command, a flag, a tool or an address.
    #[must_use]
    pub fn with_replacement(mut self, name: impl Into<String>) -> Self {
        self.replacement = Some(name.into());
        self
    }

    /// The page about the code.
    #[must_use]
    pub fn with_docs_url(mut self, url: impl Into<String>) -> Self {
        self.docs_url = Some(url.into());
        self
    }

    /// What the failed call produced all the same, as the output of a command.
    #[must_use]
    pub fn with_body(mut self, text: impl Into<String>) -> Self {
        self.body = Some(text.into());
        self
    }

    /// The URI of this occurrence, as in RFC 9457.
    #[must_use]
    pub fn with_instance(mut self, uri: impl Into<String>) -> Self {
        self.instance = Some(uri.into());
        self
    }

    /// What is wrong with a field of the call.
    #[must_use]
    pub fn with_field_error(mut self, error: FieldError) -> Self {
        self.field_errors.push(error);
        self
    }

    /// What caused it; a second call adds the cause of the cause.
    #[must_use]
    pub fn with_cause(mut self, message: impl Into<String>) -> Self {
        let mut end = &mut self.cause;
        while let Some(cause) = end {
            end = &mut cause.source;
        }
        *end = Some(Box::new(Cause { message: message.into(), source: None }));
        self
    }

    /// Something to call instead.
    #[must_use]
    pub fn with_action(mut self, name: impl Into<String>) -> Self {
        self.actions.push(name.into());
        self
    }

    /// A named value; a name that is there already takes the new value.
    #[must_use]
    pub fn with_context(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.context.insert(name, value);
        self
    }

    /// A named value that is secret: readers see `[REDACTED]`.
    #[must_use]
    pub fn with_secret(self, name: impl Into<String>) -> Self {
        self.with_context(name, REDACTED)
    }

    /// How bad it is.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.facts.severity = Some(severity);
        self
    }

    /// Whether the identical call may succeed later.
    #[must_use]
    pub fn with_retryable(mut self, retryable: bool) -> Self {
        self.facts.retryable = Some(retryable);
        self
    }

    /// How long to wait before the next call; implies `retryable`.
    #[must_use]
    pub fn with_retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self.with_retryable(true)
    }

    /// The pauses between repeated calls; implies `retryable`.
    #[must_use]
    pub fn with_retry_strategy(mut self, retry: RetryStrategy) -> Self {
        self.facts.retry = Some(retry);
        self.with_retryable(true)
    }

    /// What the failed call has already changed.
    #[must_use]
    pub fn with_side_effects(mut self, side_effects: SideEffects) -> Self {
        self.facts.side_effects = Some(side_effects);
        self
    }

    /// When in the call the error occurred.
    #[must_use]
    pub fn with_phase(mut self, phase: Phase) -> Self {
        self.facts.phase = Some(phase);
        self
    }

    /// The HTTP status.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.facts.status = Some(status);
        self
    }

    /// The exit code, 1 to 125. Any other becomes 1: 0 would call the failure a success, and the rest
    /// belongs to the shell.
    #[must_use]
    pub fn with_exit_code(mut self, code: u8) -> Self {
        self.facts.exit_code = Some(if exit::is_error_code(code) { code } else { exit::GENERAL_ERROR });
        self
    }
}
