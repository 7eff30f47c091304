//! Errors as `tracing` events.
//!
//! [`event`] emits one event for an error. With [`Program::traced`](crate::Program::traced), a
//! program that fails emits one, too. This crate emits no other events.
//!
//! ```
//! use agent_error::ErrorRecord;
//!
//! let error = ErrorRecord::new("LOGIN_FAILED", "eve may not log in").with_exit_code(8).with_context("user", "eve");
//! // ERROR agent_error: eve may not log in code="LOGIN_FAILED" exit=8 retryable=false severity="error"
//! //                    status=401 context={"user":"eve"} error.type="LOGIN_FAILED"
//! agent_error::tracing::event(&error);
//! ```
//!
//! Most dashboards group spans by span attributes, not by event attributes. Set `error.type` on the
//! span, too, for example with `span.record("error.type", error.code())`. To count errors, use the
//! code as a label. A code from another server can be any string. To exclude such codes, check that
//! [`def`](ErrorRecord::def) returns `Some`.

use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::format::values;
use crate::process::program::Program;
use crate::text::cause::SEPARATOR;
use crate::text::sanitize::{DEFAULT_CAP, is_changed_by_a_format};
use crate::vocabulary::duration::millis;
use crate::vocabulary::terms::{Phase, Severity};
use tracing::{Level, enabled};

/// A macro, because `tracing` requires a constant level and constant field names.
macro_rules! emit {
    ($level:expr, $record:expr) => {{
        let record = $record;
        let facts = record.fields.facts;
        let causes: Vec<&str> = record.causes().collect();
        let context = &record.fields.context;
        let context_json = (!context.is_empty()).then(|| json_line(&values(context).write(false)));
        tracing::event!(
            target: "agent_error",
            $level,
            code = line(&record.fields.code),
            exit = facts.exit_code(),
            retryable = facts.is_retryable(),
            severity = facts.severity().as_str(),
            status = facts.http_status(),
            retry_after_ms = record.fields.retry_after.map(millis),
            phase = facts.phase.map(Phase::as_str),
            cause = (!causes.is_empty()).then(|| line(&causes.join(SEPARATOR))),
            context = context_json.map(tracing::field::display),
            "error.type" = line(&record.fields.code),
            "{}",
            line(&record.fields.message)
        );
    }};
}

/// Emits one event for an error, with the target `agent_error`.
///
/// The level is `WARN` for warnings and `ERROR` for all other errors. Every event has a message and
/// the fields `code`, `exit`, `retryable`, `severity`, `status` and `error.type`, which repeats the
/// code under the name of [OpenTelemetry's attribute]. The fields `retry_after_ms`, `phase`,
/// `cause` and `context` are present if the error has a value for them. `context` is a JSON object
/// in a single field, because tracing's field names are fixed at compile time.
///
/// Secrets are redacted, control characters are removed, and long values are truncated. Line breaks
/// are escaped as `\n`, which prevents values from forging log lines. So are U+2028, U+2029 and
/// bidirectional control characters.
///
/// [OpenTelemetry's attribute]: https://opentelemetry.io/docs/specs/semconv/registry/attributes/error/
pub fn event(error: &dyn AgentError) {
    // `ERROR` is the highest level. If it's disabled, so is `WARN`.
    if !enabled!(target: "agent_error", Level::ERROR) {
        return;
    }
    let record = ErrorRecord::of(error).clean(DEFAULT_CAP);
    if record.severity() != Severity::Warning {
        emit!(Level::ERROR, record);
    } else if enabled!(target: "agent_error", Level::WARN) {
        emit!(Level::WARN, record);
    }
}

/// Escapes line breaks, tabs and bidirectional control characters.
fn line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => line.push_str("\\n"),
            '\t' => line.push_str("\\t"),
            other if is_changed_by_a_format(other) => line.extend(other.escape_unicode()),
            other => line.push(other),
        }
    }
    line
}

/// Escapes the same characters in a JSON document, where they only occur in strings.
fn json_line(json: &str) -> String {
    let mut line = String::with_capacity(json.len());
    for character in json.chars() {
        if is_changed_by_a_format(character) {
            line.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            line.push(character);
        }
    }
    line
}

impl Program {
    /// Sets whether to emit a `tracing` event if the program fails. See [`event`].
    #[must_use]
    pub fn traced(self, traced: bool) -> Self {
        if traced {
            self.observe(|record| event(record))
        } else {
            self
        }
    }
}
