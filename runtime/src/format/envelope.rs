//! `Envelope`: the one shape of every answer, after `response-envelope.json` of the CLI agent specification.

use super::json::{Layout, to_json};
use super::object::{ErrorObject, render_json};
use super::renderer::{Meta, Renderer, SCHEMA_VERSION};
use super::value::{UnserializableData, is_structured};
use crate::error::agent_error::AgentError;
use crate::text::buffer::Buffer;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, buffer: &mut Buffer) {
    render_json(renderer.layout(), buffer, |context| Envelope::<()> {
        data: None,
        error: Some(ErrorObject { error, cap: renderer.max_bytes(), causes: renderer.tells_causes(), context }),
        renderer,
    });
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
        let layout = Layout { cap: None, ..self.renderer.layout() };
        let renderer = self.renderer;
        let written = if is_structured(self.data) {
            to_json(&Envelope { data: Some(self.data), error: None, renderer }, layout, buffer)
        } else {
            to_json(&Envelope { data: Some(&Value(self.data)), error: None, renderer }, layout, buffer)
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

struct Envelope<'a, D: ?Sized> {
    data: Option<&'a D>,
    error: Option<ErrorObject<'a>>,
    renderer: &'a Renderer<'a>,
}

impl<D: Serialize + ?Sized> Serialize for Envelope<'_, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("ok", &self.error.is_none())?;
        map.serialize_entry("data", &self.data)?;
        map.serialize_entry("error", &self.error)?;
        map.serialize_entry("warnings", self.renderer.answer_warnings())?;
        map.serialize_entry("meta", self.renderer.answer_meta())?;
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
