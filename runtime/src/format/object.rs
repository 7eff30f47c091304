//! An error as the JSON object of an envelope, and the parts of it that other JSON formats share.

use super::json::{Layout, to_json};
use crate::error::agent_error::{AgentError, Part};
use crate::error::context::ContextValue;
use crate::error::json_value::JsonValue;
use crate::text::buffer::Buffer;
use crate::text::cause::CauseChain;
use crate::text::clean::{Cleaner, Shown};
use crate::vocabulary::duration::millis;
use crate::vocabulary::terms::{Severity, SideEffects};
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use std::fmt;

/// Writes a JSON body. `body` makes it with the context or without: a context that fails the second
/// time it is asked must not keep the rest from its reader.
pub(super) fn render_json<B: Serialize>(layout: Layout, buffer: &mut Buffer, body: impl Fn(bool) -> B) {
    if to_json(&body(true), layout, buffer).is_err() {
        buffer.clear();
        let _ = to_json(&body(false), layout, buffer);
    }
}

/// An error that is written as an object.
#[derive(Clone, Copy)]
pub(crate) struct ErrorObject<'a> {
    pub(crate) error: &'a dyn AgentError,
    pub(crate) cap: usize,
    /// Whether the causes are shown.
    pub(crate) causes: bool,
    /// Whether the context is shown.
    pub(crate) context: bool,
}

impl Serialize for ErrorObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.all(&mut map)?;
        map.end()
    }
}

impl ErrorObject<'_> {
    /// Writes the entries of an envelope's `error`.
    pub(crate) fn all<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.code(map)?;
        self.message("message", map)?;
        self.cause(map)?;
        self.text("detail", Part::Detail, map)?;
        self.advice(map)?;
        self.text("docs_url", Part::DocsUrl, map)?;
        self.retry(map)?;
        self.circumstances(map)?;
        self.context("context", map)
    }

    pub(super) fn code<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("code", self.error.code())
    }

    pub(super) fn message<M: SerializeMap>(&self, key: &'static str, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry(key, &Shown(self.error))
    }

    pub(super) fn cause<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        if !self.causes || self.error.source().is_none() {
            return Ok(());
        }
        map.serialize_entry("cause", &CauseChain(self.error))
    }

    pub(super) fn advice<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.text("suggestion", Part::Suggestion, map)?;
        self.text("fix_required", Part::FixRequired, map)?;
        self.text("fix_command", Part::FixCommand, map)
    }

    pub(super) fn retryable<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("retryable", &self.error.facts().retryable)
    }

    pub(super) fn retry<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.retryable(map)?;
        if let Some(wait) = self.error.retry_after() {
            map.serialize_entry("retry_after_ms", &millis(wait))?;
        }
        self.error.facts().retry.map_or(Ok(()), |retry| map.serialize_entry("retry_strategy", &retry))
    }

    /// Phase, what was already changed, severity unless it is the usual one, and what to call instead.
    pub(super) fn circumstances<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let facts = self.error.facts();
        if let Some(phase) = facts.phase {
            map.serialize_entry("phase", &phase)?;
        }
        if let Some(done @ (SideEffects::Partial | SideEffects::Complete)) = facts.side_effects {
            map.serialize_entry("side_effects", &done)?;
        }
        if facts.severity() != Severity::Error {
            map.serialize_entry("severity", &facts.severity())?;
        }
        if has_actions(self.error) {
            map.serialize_entry("actions", &Actions(self.error))?;
        }
        Ok(())
    }

    pub(super) fn context<M: SerializeMap>(&self, key: &'static str, map: &mut M) -> Result<(), M::Error> {
        if !self.context || !has_context(self.error) {
            return Ok(());
        }
        map.serialize_entry(key, &Context { error: self.error, cap: self.cap })
    }

    /// Writes a text, if there is one.
    pub(crate) fn text<M: SerializeMap>(&self, key: &'static str, part: Part, map: &mut M) -> Result<(), M::Error> {
        let mut written = None;
        self.error.visit_text(part, &mut |text| {
            if written.is_none() {
                written = Some(map.serialize_entry(key, &Shown(&text)));
            }
        });
        written.unwrap_or(Ok(()))
    }
}

/// Hands to `out` why the call failed, for formats without a place for the context: the detail, else what is wrong with
/// each field.
pub(super) fn explanation(error: &dyn AgentError, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
    let mut found = false;
    error.visit_text(Part::Detail, &mut |text| {
        if !found {
            found = true;
            out(text);
        }
    });
    if !found && has_field_errors(error) {
        out(format_args!("{}", FieldLines(error)));
    }
}

pub(super) fn has_field_errors(error: &dyn AgentError) -> bool {
    let mut found = false;
    error.visit_context(&mut |_, value| {
        found |= matches!(value, ContextValue::FieldErrors(fields) if !fields.is_empty());
    });
    found
}

/// The errors of fields, one a line.
struct FieldLines<'a>(&'a dyn AgentError);

impl fmt::Display for FieldLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut first, mut written) = (true, Ok(()));
        self.0.visit_context(&mut |_, value| {
            let ContextValue::FieldErrors(fields) = value else { return };
            for field in fields {
                let start = if std::mem::take(&mut first) { "" } else { "\n" };
                written = written.and_then(|()| write!(f, "{start}{}: {field}", field.field()));
            }
        });
        written
    }
}

/// Hands the advice for readers of one line to `out`: the suggestion, else the command that repairs the
/// cause, else the condition to correct. Empty advice is none.
pub(super) fn advice(error: &dyn AgentError, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
    let mut found = false;
    for part in [Part::Suggestion, Part::FixCommand, Part::FixRequired] {
        error.visit_text(part, &mut |text| {
            if found || is_empty(&text) {
                return;
            }
            found = true;
            match part {
                Part::FixCommand => out(format_args!("Run `{text}`")),
                _ => out(text),
            }
        });
    }
}

/// Whether nothing of a text is shown, found out without writing it anywhere.
pub(super) fn is_empty(text: &fmt::Arguments<'_>) -> bool {
    struct Any(Cleaner);
    impl fmt::Write for Any {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let mut shown = false;
            self.0.feed(text, |_| shown = true);
            if shown { Err(fmt::Error) } else { Ok(()) }
        }
    }
    fmt::write(&mut Any(Cleaner::new(usize::MAX)), *text).is_ok()
}

pub(super) fn has_actions(error: &dyn AgentError) -> bool {
    let mut found = false;
    error.visit_actions(&mut |_| found = true);
    found
}

pub(crate) fn has_context(error: &dyn AgentError) -> bool {
    let mut found = false;
    error.visit_context(&mut |_, _: ContextValue<'_>| found = true);
    found
}

struct Actions<'a>(&'a dyn AgentError);

impl Serialize for Actions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(None)?;
        let mut written = Ok(());
        self.0.visit_actions(&mut |action| {
            if written.is_ok() {
                written = sequence.serialize_element(action);
            }
        });
        written?;
        sequence.end()
    }
}

/// The named values of an error as an object.
pub(crate) struct Context<'a> {
    pub(crate) error: &'a dyn AgentError,
    pub(crate) cap: usize,
}

impl Serialize for Context<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut written = Ok(());
        self.error.visit_context(&mut |name, value| {
            if written.is_ok() {
                written = map.serialize_entry(name, &JsonValue { value, cap: self.cap });
            }
        });
        written?;
        map.end()
    }
}
