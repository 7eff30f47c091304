//! `Envelope`: the one shape of every answer, after `response-envelope.json` of the CLI agent specification.

use super::json::{Layout, to_json};
use super::value::{JsonValue, UnserializableData, is_structured};
use super::{Meta, Renderer, SCHEMA_VERSION};
use crate::buffer::Buffer;
use crate::context::ContextValue;
use crate::def::Severity;
use crate::duration::millis;
use crate::error::{AgentError, Part};
use crate::text::{CauseChain, Shown};
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, buffer: &mut Buffer) {
    let layout = Layout { pretty: renderer.pretty, cap: Some(renderer.cap) };
    let object = ErrorObject { error, cap: renderer.cap, context: true };
    let body = Envelope::<(), _> { data: None, error: Some(&object), renderer };
    if to_json(&body, layout, buffer).is_err() {
        // A context that fails the second time it is asked: all the rest still reaches the reader.
        buffer.clear();
        let object = ErrorObject { context: false, ..object };
        let body = Envelope::<(), _> { data: None, error: Some(&object), renderer };
        let _ = to_json(&body, layout, buffer);
    }
}

/// A good answer.
pub(crate) struct Answer<'a> {
    pub(crate) data: &'a dyn erased_serde::Serialize,
    pub(crate) renderer: &'a Renderer<'a>,
}

impl Answer<'_> {
    /// Writes `{"ok":true,…}`. A bare number, text or bool stands in an object, as `{"value":…}`.
    ///
    /// # Errors
    ///
    /// If the data cannot be serialized.
    pub(crate) fn render_into(&self, buffer: &mut Buffer) -> Result<(), UnserializableData> {
        let layout = Layout { pretty: self.renderer.pretty, cap: None };
        let renderer = self.renderer;
        let written = if is_structured(self.data) {
            to_json(&Envelope::<_, ErrorObject<'_>> { data: Some(self.data), error: None, renderer }, layout, buffer)
        } else {
            let data = Value(self.data);
            to_json(&Envelope::<_, ErrorObject<'_>> { data: Some(&data), error: None, renderer }, layout, buffer)
        };
        written.map_err(UnserializableData)
    }
}

struct Value<'a>(&'a dyn erased_serde::Serialize);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("value", self.0)?;
        map.end()
    }
}

struct Envelope<'a, D: ?Sized, E> {
    data: Option<&'a D>,
    error: Option<&'a E>,
    renderer: &'a Renderer<'a>,
}

impl<D: Serialize + ?Sized, E: Serialize> Serialize for Envelope<'_, D, E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("ok", &self.error.is_none())?;
        map.serialize_entry("data", &self.data)?;
        map.serialize_entry("error", &self.error)?;
        map.serialize_entry("warnings", self.renderer.warnings)?;
        map.serialize_entry("meta", &self.renderer.meta)?;
        map.end()
    }
}

impl Serialize for Meta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("duration_ms", &self.duration_ms)?;
        map.serialize_entry("schema_version", SCHEMA_VERSION)?;
        if let Some(version) = self.tool_version {
            map.serialize_entry("tool_version", version)?;
        }
        map.end()
    }
}

/// The `error` of an envelope.
#[derive(Clone, Copy)]
pub(crate) struct ErrorObject<'a> {
    pub(crate) error: &'a dyn AgentError,
    pub(crate) cap: usize,
    /// Whether the context is shown.
    pub(crate) context: bool,
}

impl ErrorObject<'_> {
    /// Writes all entries but the closing brace.
    pub(crate) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let error = self.error;
        let facts = error.facts();
        map.serialize_entry("code", error.code())?;
        map.serialize_entry("message", &format_args!("{}", Shown(error)))?;
        if error.source().is_some() {
            map.serialize_entry("cause", &format_args!("{}", CauseChain(&error)))?;
        }
        self.text("detail", Part::Detail, map)?;
        self.text("suggestion", Part::Suggestion, map)?;
        self.text("fix_required", Part::FixRequired, map)?;
        self.text("fix_command", Part::FixCommand, map)?;
        self.text("docs_url", Part::DocsUrl, map)?;
        map.serialize_entry("retryable", &facts.retryable)?;
        if let Some(wait) = error.retry_after() {
            map.serialize_entry("retry_after_ms", &millis(wait))?;
        }
        if let Some(retry) = facts.retry {
            map.serialize_entry("retry_strategy", &retry)?;
        }
        if let Some(phase) = facts.phase {
            map.serialize_entry("phase", &phase)?;
        }
        if facts.severity != Severity::Error {
            map.serialize_entry("severity", &facts.severity)?;
        }
        if has_actions(error) {
            map.serialize_entry("actions", &Actions(error))?;
        }
        if self.context && has_context(error) {
            map.serialize_entry("context", &Context { error, cap: self.cap })?;
        }
        Ok(())
    }

    fn text<M: SerializeMap>(&self, key: &'static str, part: Part, map: &mut M) -> Result<(), M::Error> {
        let mut written = None;
        self.error.text(part, &mut |text| {
            if written.is_none() {
                written = Some(map.serialize_entry(key, &format_args!("{}", Shown(&text))));
            }
        });
        written.unwrap_or(Ok(()))
    }
}

impl Serialize for ErrorObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.entries(&mut map)?;
        map.end()
    }
}

fn has_actions(error: &dyn AgentError) -> bool {
    let mut found = false;
    error.actions(&mut |_| found = true);
    found
}

fn has_context(error: &dyn AgentError) -> bool {
    let mut found = false;
    error.context(&mut |_, _: ContextValue<'_>| found = true);
    found
}

struct Actions<'a>(&'a dyn AgentError);

impl Serialize for Actions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(None)?;
        let mut written = Ok(());
        self.0.actions(&mut |action| {
            if written.is_ok() {
                written = sequence.serialize_element(action);
            }
        });
        written?;
        sequence.end()
    }
}

/// The context as an object.
pub(crate) struct Context<'a> {
    pub(crate) error: &'a dyn AgentError,
    pub(crate) cap: usize,
}

impl Serialize for Context<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut written = Ok(());
        self.error.context(&mut |name, value| {
            if written.is_ok() {
                written = map.serialize_entry(name, &JsonValue { value, cap: self.cap });
            }
        });
        written?;
        map.end()
    }
}
