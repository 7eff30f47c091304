//! Errors as `tracing` events.
//!
//! [`event`] emits one event for an error. With [`Program::traced`](crate::Program::traced), a program that fails
//! emits one, too. This crate emits no other events.
//!
//! ```
//! use agent_error::{AgentError, exit};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[error("{user} may not log in")]
//! #[code("LOGIN_FAILED", exit = exit::AUTH_REQUIRED)]
//! struct LoginFailed {
//!     user: String,
//!     #[context(secret)]
//!     password: String,
//! }
//!
//! let error = LoginFailed { user: "eve".into(), password: "hunter2".into() };
//! // ERROR agent_error: eve may not log in code="LOGIN_FAILED" exit=8 retryable=false severity="error"
//! //                    status=401 phase="execution" context={"user":"eve","password":"[REDACTED]"}
//! //                    error.type="LOGIN_FAILED"
//! agent_error::tracing::event(&error);
//! ```

use crate::error::coded::AgentError;
use crate::format::context_json;
use crate::process::Program;
use crate::text::cause::CauseChain;
use crate::text::sanitize::{DEFAULT_CAP, clean};
use crate::vocabulary::duration::millis;
use crate::vocabulary::terms::{Phase, Severity};
use std::fmt::Display;
use tracing::{Level, enabled};

/// A macro, because the level and field names of an event are fixed at the call site.
macro_rules! emit {
    ($level:expr, $error:expr) => {{
        let (error, facts) = ($error, $error.facts());
        tracing::event!(
            target: "agent_error",
            $level,
            code = line(&error.code()),
            exit = facts.exit_code(),
            retryable = facts.is_retryable(),
            severity = facts.severity().as_str(),
            status = facts.http_status(),
            retry_after_ms = error.retry_after().map(millis),
            phase = facts.phase.map(Phase::as_str),
            cause = CauseChain::of(error).map(|chain| line(&chain)),
            context = context_json(error, DEFAULT_CAP).map(tracing::field::display),
            "error.type" = line(&error.code()),
            "{}",
            line(&error)
        );
    }};
}

/// Emits one event for an error, with the target `agent_error`.
///
/// The level is `WARN` for warnings and `ERROR` for all other errors. To recognize critical errors, use the `severity`
/// field. Every event has a message and the fields `code`, `exit`, `retryable`, `severity`, `status` and `error.type`.
/// The fields `retry_after_ms`, `phase`, `cause` and `context` are present if the error has a value for them.
/// `error.type` repeats the code under the name of [OpenTelemetry's attribute], so exporters need no configuration.
/// `context` is a JSON object in a single field, because tracing's field names are fixed at compile time.
///
/// Secrets are redacted, control characters are removed, and long values are truncated. Line breaks are escaped as
/// `\n`, which prevents values from forging log lines.
///
/// If no subscriber is interested in the event, the error isn't formatted.
///
/// [OpenTelemetry's attribute]: https://opentelemetry.io/docs/specs/semconv/registry/attributes/error/
pub fn event(error: &dyn AgentError) {
    match error.facts().severity() {
        Severity::Warning if enabled!(target: "agent_error", Level::WARN) => emit!(Level::WARN, error),
        Severity::Error | Severity::Critical if enabled!(target: "agent_error", Level::ERROR) => {
            emit!(Level::ERROR, error);
        }
        _ => {}
    }
}

/// Sanitizes a value and escapes line breaks and tabs.
fn line(text: &dyn Display) -> String {
    clean(text).replace('\n', "\\n").replace('\t', "\\t")
}

impl Program {
    /// Sets whether to emit a `tracing` event if the program fails. See [`event`].
    #[must_use]
    pub fn traced(self, traced: bool) -> Self {
        if traced { self.observe(event) } else { self }
    }
}
