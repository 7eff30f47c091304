//! `Nested`: `{"error":{"code","message","details"}}`, as the Verda CLI writes it in agent mode.

use super::Renderer;
use super::object::{ErrorObject, render_json};
use crate::error::agent_error::AgentError;
use crate::text::buffer::Buffer;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, buffer: &mut Buffer) {
    render_json(renderer.layout(), buffer, |context| {
        Nested(ErrorObject { error, cap: renderer.max_bytes(), causes: renderer.tells_causes(), context })
    });
}

struct Nested<'a>(ErrorObject<'a>);

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("error", &Inner(&self.0))?;
        map.end()
    }
}

struct Inner<'a>(&'a ErrorObject<'a>);

impl Serialize for Inner<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.0.code(&mut map)?;
        self.0.message("message", &mut map)?;
        self.0.context("details", &mut map)?;
        map.end()
    }
}
