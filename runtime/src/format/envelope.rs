//! Writes `Envelope`, the `response-envelope.json` of the CLI agent specification. Successful calls use it too.

use super::json::{Member, document, indent_from};
use super::object::ErrorObject;
use super::renderer::{Renderer, SCHEMA_VERSION};
use super::value::UnserializableData;
use crate::error::coded::AgentError;
use crate::error::to_json::ToJson;
use crate::text::json_writer::{JsonWriter, key};
use crate::text::limit::Limit;

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let object = ErrorObject::new(error, Some(Limit::new(renderer.max_bytes())), renderer.states_causes());
    document(renderer, out, |json| {
        json.open("{\"ok\":false,\"data\":null,\"error\":{");
        object.all(&mut |key, member| json.member(key, member));
        json.close("}");
        end(renderer, json);
    });
}

/// The result of a successful call.
pub(crate) struct SuccessEnvelope<'a> {
    pub(crate) data: &'a dyn ToJson,
    pub(crate) renderer: &'a Renderer<'a>,
}

impl SuccessEnvelope<'_> {
    /// Writes `{"ok":true,…}`. Wraps a bare number, string or Boolean in an object, as in `{"value":5}`.
    ///
    /// # Errors
    ///
    /// Returns an error if the data can't be serialized.
    pub(crate) fn render_into(&self, out: &mut String) -> Result<(), UnserializableData> {
        let start = out.len();
        out.push_str("{\"ok\":true,\"data\":");
        let data = out.len();
        self.data.push_json(out).map_err(UnserializableData)?;
        if !out[data..].is_empty() && !out[data..].starts_with(['{', '[', 'n']) {
            out.insert_str(data, "{\"value\":");
            out.push('}');
        }
        out.push_str(",\"error\":null");
        end(self.renderer, &mut JsonWriter::new(out, usize::MAX));
        indent_from(start, self.renderer.is_pretty(), out);
        Ok(())
    }
}

/// Writes `warnings` and `meta`, and closes the envelope.
fn end(renderer: &Renderer<'_>, json: &mut JsonWriter<'_>) {
    json.open(",\"warnings\":[");
    for warning in renderer.answer_warnings() {
        json.str(warning);
    }
    json.open("],\"meta\":{");
    let meta = renderer.answer_meta();
    json.member(key!("duration_ms"), Member::Number(meta.duration_ms));
    json.member(key!("schema_version"), Member::Word(SCHEMA_VERSION));
    if let Some(version) = meta.tool_version {
        json.member(key!("tool_version"), Member::Name(version));
    }
    json.close("}}");
}
