//! Any error as data: owned, built by hand or read from text.

mod serde_impl;

use crate::context::{ContextValue, REDACTED};
use crate::def::{Facts, Phase, Retry, Severity, SideEffects, TypeDef};
use crate::error::{AgentError, Part};
use crate::exit;
use crate::format::to_value;
use crate::text::{Shown, causes};
use crate::{Catalogued, def};
use serde_json::Value;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// An error as data: every fact that any error of a catalog can carry.
///
/// It is what parsing gives back, what crosses a process boundary, and a way to answer with a code
/// that no enum declares.
///
/// ```
/// use agent_error::{AgentError, ErrorRecord, Severity, exit};
///
/// let record = ErrorRecord::new("QUOTA_LOW", "90 % of the quota is used")
///     .severity(Severity::Warning)
///     .suggest("Delete old snapshots")
///     .context("used", 0.9)
///     .exit(exit::RATE_LIMITED);
/// assert_eq!(record.exit_code(), 11);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorRecord {
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) cause: Option<Box<Cause>>,
    pub(crate) detail: Option<String>,
    pub(crate) suggestion: Option<String>,
    pub(crate) fix_required: Option<String>,
    pub(crate) fix_command: Option<String>,
    pub(crate) docs_url: Option<String>,
    pub(crate) facts: Facts,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) actions: Vec<String>,
    pub(crate) context: Vec<(String, Value)>,
}

impl ErrorRecord {
    /// A record with a code and a message: a general error that must not be repeated as it is.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
            cause: None,
            detail: None,
            suggestion: None,
            fix_required: None,
            fix_command: None,
            docs_url: None,
            facts: Facts::default(),
            retry_after: None,
            actions: Vec::new(),
            context: Vec::new(),
        }
    }

    /// Everything that an error says, as data. Secrets are already redacted in it.
    pub fn from_error(error: &dyn AgentError) -> Self {
        let mut record = Self::new(error.code(), Shown(error).to_string());
        for cause in causes(error) {
            record = record.cause(Shown(cause).to_string());
        }
        record.detail = error.detail();
        record.suggestion = error.suggestion();
        record.fix_required = error.fix_required();
        record.fix_command = error.fix_command();
        record.docs_url = error.docs_url();
        record.facts = error.facts();
        record.retry_after = error.retry_after();
        error.actions(&mut |action| record.actions.push(action.to_owned()));
        error.context(&mut |name, value| record.set_context(name.to_owned(), to_value(value)));
        record
    }

    /// Why this call failed, when the message alone does not say.
    #[must_use]
    pub fn detail(mut self, text: impl Into<String>) -> Self {
        self.detail = Some(text.into());
        self
    }

    /// Advice for the caller.
    #[must_use]
    pub fn suggest(mut self, text: impl Into<String>) -> Self {
        self.suggestion = Some(text.into());
        self
    }

    /// The condition to correct before trying again.
    #[must_use]
    pub fn fix_required(mut self, condition: impl Into<String>) -> Self {
        self.fix_required = Some(condition.into());
        self
    }

    /// One command that repairs the cause and runs as it stands.
    #[must_use]
    pub fn fix(mut self, command: impl Into<String>) -> Self {
        self.fix_command = Some(command.into());
        self
    }

    /// The page about the code.
    #[must_use]
    pub fn docs_url(mut self, url: impl Into<String>) -> Self {
        self.docs_url = Some(url.into());
        self
    }

    /// What caused it; a second call adds the cause of the cause.
    #[must_use]
    pub fn cause(mut self, message: impl Into<String>) -> Self {
        let mut end = &mut self.cause;
        while let Some(cause) = end {
            end = &mut cause.source;
        }
        *end = Some(Box::new(Cause { message: message.into(), source: None }));
        self
    }

    /// Something to call instead.
    #[must_use]
    pub fn action(mut self, name: impl Into<String>) -> Self {
        self.actions.push(name.into());
        self
    }

    /// A named value; a name that is there already takes the new value.
    #[must_use]
    pub fn context(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.set_context(name.into(), value.into());
        self
    }

    /// A named value that is secret: readers see `[REDACTED]`.
    #[must_use]
    pub fn secret(self, name: impl Into<String>) -> Self {
        self.context(name, REDACTED)
    }

    pub(crate) fn set_context(&mut self, name: String, value: Value) {
        match self.context.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.context.push((name, value)),
        }
    }

    /// How bad it is.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.facts.severity = severity;
        self
    }

    /// Whether the identical call may succeed later.
    #[must_use]
    pub fn retryable(mut self, retryable: bool) -> Self {
        self.facts.retryable = retryable;
        self
    }

    /// How long to wait before the next call; implies `retryable`.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self.retryable(true)
    }

    /// The pauses between repeated calls; implies `retryable`.
    #[must_use]
    pub fn retry(mut self, retry: Retry) -> Self {
        self.facts.retry = Some(retry);
        self.retryable(true)
    }

    /// What the failed call has already changed.
    #[must_use]
    pub fn side_effects(mut self, side_effects: SideEffects) -> Self {
        self.facts.side_effects = Some(side_effects);
        self
    }

    /// When in the call the error occurred.
    #[must_use]
    pub fn phase(mut self, phase: Phase) -> Self {
        self.facts.phase = Some(phase);
        self
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.facts.status = Some(status);
        self
    }

    /// The exit code, 1 to 125. Any other becomes 1: 0 would call the failure a success, and the rest
    /// belongs to the shell.
    #[must_use]
    pub fn exit(mut self, code: u8) -> Self {
        self.facts.exit_code = if exit::is_error_code(code) { code } else { exit::GENERAL_ERROR };
        self
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The value of a name in the context.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.context.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

impl fmt::Display for ErrorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ErrorRecord {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as _)
    }
}

impl AgentError for ErrorRecord {
    fn code(&self) -> &str {
        &self.code
    }

    fn facts(&self) -> Facts {
        self.facts
    }

    fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    fn text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        let text = match part {
            Part::Detail => &self.detail,
            Part::Suggestion => &self.suggestion,
            Part::FixRequired => &self.fix_required,
            Part::FixCommand => &self.fix_command,
            Part::DocsUrl => &self.docs_url,
        };
        if let Some(text) = text {
            out(format_args!("{text}"));
        }
    }

    fn actions(&self, visit: &mut dyn FnMut(&str)) {
        self.actions.iter().for_each(|action| visit(action));
    }

    fn context(&self, visit: &mut dyn FnMut(&str, ContextValue<'_>)) {
        for (name, value) in &self.context {
            visit(name, ContextValue::of(value));
        }
    }
}

/// A record declares no codes: a transparent variant may hold one.
impl Catalogued for ErrorRecord {
    const TYPE: &'static TypeDef = &def::TypeDef { path: "agent_error::ErrorRecord", ..TypeDef::EMPTY };
}

/// A cause as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cause {
    pub(crate) message: String,
    pub(crate) source: Option<Box<Cause>>,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Cause {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|cause| cause as _)
    }
}

/// One after the other: a long chain must not exhaust the stack.
impl Drop for Cause {
    fn drop(&mut self) {
        let mut next = self.source.take();
        while let Some(mut cause) = next {
            next = cause.source.take();
        }
    }
}
