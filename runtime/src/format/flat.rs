//! `Flat`: `{"error":true,"code","message","detail","suggestion","retryable"}`, as Pyrite proposes it for
//! its CLI and its MCP tools. Errors of fields stand in the detail, unless the error has one of its own.

use super::Renderer;
use super::object::{ErrorObject, advice, explanation, render_json};
use crate::error::agent_error::AgentError;
use crate::text::buffer::Buffer;
use crate::text::clean::Shown;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, buffer: &mut Buffer) {
    let object = ErrorObject { error, cap: renderer.max_bytes(), causes: renderer.tells_causes(), context: false };
    render_json(renderer.layout(), buffer, |_| Flat(object));
}

struct Flat<'a>(ErrorObject<'a>);

impl Serialize for Flat<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("error", &true)?;
        self.0.code(&mut map)?;
        self.0.message("message", &mut map)?;
        let mut written = Ok(());
        explanation(self.0.error, &mut |text| {
            written = map.serialize_entry("detail", &Shown(&text));
        });
        written?;
        let mut written = Ok(());
        advice(self.0.error, &mut |text| {
            written = map.serialize_entry("suggestion", &Shown(&text));
        });
        written?;
        self.0.retryable(&mut map)?;
        map.end()
    }
}
