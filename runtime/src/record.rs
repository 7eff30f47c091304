//! Any error as data: owned, built by hand or read from text.

mod serde_impl;

use crate::context::{ContextValue, REDACTED};
use crate::def::{Facts, Phase, Retry, Severity, SideEffects, TypeDef};
use crate::error::{AgentError, Part};
use crate::exit;
use crate::field_error::FieldError;
use crate::format::to_value;
use crate::text::{MAX_CAUSES, Shown, causes};
use crate::{Catalogued, def};
use serde_json::Value;
use std::error::Error;
use std::fmt;
use std::ops::{Deref, DerefMut};
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
/// assert_eq!(record.suggestion.as_deref(), Some("Delete old snapshots"));
/// ```
///
/// Setters and fields share their names; the methods of [`AgentError`] that do too are called as
/// `AgentError::detail(&record)`.
#[derive(Clone, PartialEq)]
pub struct ErrorRecord {
    /// Behind a pointer: a `Result` stays small.
    parts: Box<RecordParts>,
}

/// The facts of an [`ErrorRecord`], which dereferences to them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RecordParts {
    /// The stable code, as in `NOT_FOUND`; empty if the source had none.
    pub code: String,
    /// What happened.
    pub message: String,
    pub(crate) cause: Option<Box<Cause>>,
    /// What the code means, whatever the occurrence.
    pub summary: Option<String>,
    /// Why this call failed, when the message alone does not say.
    pub detail: Option<String>,
    /// Advice for the caller.
    pub suggestion: Option<String>,
    /// The condition to correct before trying again.
    pub fix_required: Option<String>,
    /// One command that repairs the cause.
    pub fix_command: Option<String>,
    /// The page about the code.
    pub docs_url: Option<String>,
    /// What the failed call produced all the same.
    pub body: Option<String>,
    /// The URI of this occurrence.
    pub instance: Option<String>,
    /// Exit code, retry facts, severity and phase.
    pub facts: Facts,
    /// How long to wait before the next call.
    pub retry_after: Option<Duration>,
    /// What to call instead.
    pub actions: Vec<String>,
    /// The named values, in order.
    pub context: Vec<(String, Value)>,
    /// What is wrong with the fields of the call.
    pub field_errors: Vec<FieldError>,
}

impl Deref for ErrorRecord {
    type Target = RecordParts;

    fn deref(&self) -> &RecordParts {
        &self.parts
    }
}

impl DerefMut for ErrorRecord {
    fn deref_mut(&mut self) -> &mut RecordParts {
        &mut self.parts
    }
}

impl fmt::Debug for ErrorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.fmt(f)
    }
}

impl ErrorRecord {
    /// A record with a code and a message: a general error that must not be repeated as it is.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        let parts = RecordParts {
            code: code.into(),
            message: message.into(),
            cause: None,
            summary: None,
            detail: None,
            suggestion: None,
            fix_required: None,
            fix_command: None,
            docs_url: None,
            body: None,
            instance: None,
            facts: Facts::default(),
            retry_after: None,
            actions: Vec::new(),
            context: Vec::new(),
            field_errors: Vec::new(),
        };
        Self { parts: Box::new(parts) }
    }

    /// Everything that an error says, as data. Secrets are already redacted in it.
    pub fn from_error(error: &dyn AgentError) -> Self {
        let mut record = Self::new(error.code(), Shown(error).to_string());
        record.cause = Cause::chain(causes(error).map(|cause| Shown(cause).to_string()).collect());
        for part in Part::ALL {
            error.visit_text(*part, &mut |text| *record.part_mut(*part) = Some(Shown(&text).to_string()));
        }
        record.facts = error.facts();
        record.retry_after = error.retry_after();
        error.visit_actions(&mut |action| record.actions.push(action.to_owned()));
        error.visit_context(&mut |name, value| match value {
            ContextValue::FieldErrors(fields) => record.field_errors.extend_from_slice(fields),
            value => record.set_context(name.to_owned(), to_value(value)),
        });
        record
    }

    /// What the code means, whatever the occurrence.
    #[must_use]
    pub fn summary(mut self, text: impl Into<String>) -> Self {
        self.summary = Some(text.into());
        self
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

    /// What the failed call produced all the same, as the output of a command.
    #[must_use]
    pub fn body(mut self, text: impl Into<String>) -> Self {
        self.body = Some(text.into());
        self
    }

    /// The URI of this occurrence, as in RFC 9457.
    #[must_use]
    pub fn instance(mut self, uri: impl Into<String>) -> Self {
        self.instance = Some(uri.into());
        self
    }

    /// What is wrong with a field of the call.
    #[must_use]
    pub fn field_error(mut self, error: FieldError) -> Self {
        self.field_errors.push(error);
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
        self.facts.severity = Some(severity);
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

    fn part(&self, part: Part) -> Option<&str> {
        let text = match part {
            Part::Summary => &self.summary,
            Part::Detail => &self.detail,
            Part::Suggestion => &self.suggestion,
            Part::FixRequired => &self.fix_required,
            Part::FixCommand => &self.fix_command,
            Part::DocsUrl => &self.docs_url,
            Part::Body => &self.body,
            Part::Instance => &self.instance,
        };
        text.as_deref()
    }

    pub(crate) fn part_mut(&mut self, part: Part) -> &mut Option<String> {
        match part {
            Part::Summary => &mut self.summary,
            Part::Detail => &mut self.detail,
            Part::Suggestion => &mut self.suggestion,
            Part::FixRequired => &mut self.fix_required,
            Part::FixCommand => &mut self.fix_command,
            Part::DocsUrl => &mut self.docs_url,
            Part::Body => &mut self.body,
            Part::Instance => &mut self.instance,
        }
    }

    /// The value of a name in the context.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.context.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// The name of the field errors in the context.
pub(crate) const FIELD_ERRORS: &str = "fields";

fn borrowed(value: &Value) -> ContextValue<'_> {
    match value {
        Value::Null => ContextValue::Null,
        Value::Bool(value) => ContextValue::Bool(*value),
        Value::String(text) => ContextValue::Str(text),
        Value::Number(_) | Value::Array(_) | Value::Object(_) => ContextValue::of(value),
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

    fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        if let Some(text) = self.part(part) {
            out(format_args!("{text}"));
        }
    }

    fn visit_actions(&self, visit: &mut dyn FnMut(&str)) {
        self.actions.iter().for_each(|action| visit(action));
    }

    fn visit_context(&self, visit: &mut dyn FnMut(&str, ContextValue<'_>)) {
        for (name, value) in &self.context {
            visit(name, borrowed(value));
        }
        if !self.field_errors.is_empty() {
            visit(FIELD_ERRORS, ContextValue::FieldErrors(&self.field_errors));
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

impl Cause {
    /// The causes as a chain; those beyond the most that are ever shown are joined into the last.
    pub(crate) fn chain(mut causes: Vec<String>) -> Option<Box<Self>> {
        if causes.len() > MAX_CAUSES {
            let rest = causes.split_off(MAX_CAUSES - 1).join(": ");
            causes.push(rest);
        }
        causes.into_iter().rev().fold(None, |source, message| Some(Box::new(Self { message, source })))
    }
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
