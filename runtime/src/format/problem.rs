//! `Problem`: `application/problem+json` of RFC 9457, with our facts as extension members.
//!
//! `type` is the page about the code, `title` its summary, `status` the HTTP status, `detail` the message
//! and `instance` the occurrence. Our own `detail` is the member `explanation`.

use super::Renderer;
use super::object::{ErrorObject, render_json};
use crate::buffer::Buffer;
use crate::error::{AgentError, Part};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The `type` of a problem that has no page of its own (RFC 9457, section 4.2.1).
pub(super) const BLANK: &str = "about:blank";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, buffer: &mut Buffer) {
    render_json(renderer.layout(), buffer, |context| {
        Problem(ErrorObject { error, cap: renderer.max_bytes(), context })
    });
}

struct Problem<'a>(ErrorObject<'a>);

impl Serialize for Problem<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = &self.0;
        let mut map = serializer.serialize_map(None)?;
        let mut has_page = false;
        object.error.visit_text(Part::DocsUrl, &mut |_| has_page = true);
        match has_page {
            true => object.text("type", Part::DocsUrl, &mut map)?,
            false => map.serialize_entry("type", BLANK)?,
        }
        object.text("title", Part::Summary, &mut map)?;
        map.serialize_entry("status", &object.error.facts().http_status())?;
        object.message("detail", &mut map)?;
        object.text("instance", Part::Instance, &mut map)?;
        object.code(&mut map)?;
        object.cause(&mut map)?;
        object.text("explanation", Part::Detail, &mut map)?;
        object.advice(&mut map)?;
        object.retry(&mut map)?;
        object.circumstances(&mut map)?;
        object.context("context", &mut map)?;
        map.end()
    }
}
