//! `Problem`: `application/problem+json` of RFC 9457, with our facts as extension members.
//!
//! `type` is the page about the code, `title` its summary, `status` the HTTP status, `detail` the message
//! and `instance` the occurrence. Our own `detail` is the member `explanation`. Where no page makes the problem one of a
//! kind, `title` is what HTTP calls the status (section 4.2.1), and `summary` the summary.
//!
//! Invalid fields stand in `errors`, too, as in the example of section 3: as far as a reader knows it that is no agent.

use super::Renderer;
use super::object::{ErrorObject, render_json};
use super::status_phrase::status_phrase;
use crate::error::agent_error::{AgentError, Part};
use crate::error::context::ContextValue;
use crate::error::field_error::FieldError;
use crate::text::buffer::Buffer;
use crate::text::clean::Shown;
use crate::text::pointer::{self, Pointer};
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use serde_json::Value;

/// The `type` of a problem that has no page of its own (RFC 9457, section 4.2.1).
pub(super) const BLANK: &str = "about:blank";

const DETAIL: &str = "detail";
const POINTER: &str = "pointer";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, buffer: &mut Buffer) {
    render_json(renderer.layout(), buffer, |context| {
        Problem(ErrorObject { error, cap: renderer.max_bytes(), causes: renderer.tells_causes(), context })
    });
}

struct Problem<'a>(ErrorObject<'a>);

impl Serialize for Problem<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = &self.0;
        let mut map = serializer.serialize_map(None)?;
        let mut has_page = false;
        object.error.visit_text(Part::DocsUrl, &mut |_| has_page = true);
        let status = object.error.facts().http_status();
        let phrase = if has_page { None } else { status_phrase(status) };
        match has_page {
            true => object.text("type", Part::DocsUrl, &mut map)?,
            false => map.serialize_entry("type", BLANK)?,
        }
        match phrase {
            Some(phrase) => map.serialize_entry("title", phrase)?,
            None => object.text("title", Part::Summary, &mut map)?,
        }
        map.serialize_entry("status", &status)?;
        object.message("detail", &mut map)?;
        object.text("instance", Part::Instance, &mut map)?;
        object.code(&mut map)?;
        if phrase.is_some() {
            object.text("summary", Part::Summary, &mut map)?;
        }
        object.cause(&mut map)?;
        object.text("explanation", Part::Detail, &mut map)?;
        object.advice(&mut map)?;
        object.retry(&mut map)?;
        object.circumstances(&mut map)?;
        if has_field_errors(object.error) {
            map.serialize_entry("errors", &FieldErrors(object.error))?;
        }
        object.context("context", &mut map)?;
        map.end()
    }
}

fn has_field_errors(error: &dyn AgentError) -> bool {
    let mut found = false;
    error.visit_context(&mut |_, value| {
        found |= matches!(value, ContextValue::FieldErrors(fields) if !fields.is_empty());
    });
    found
}

/// The invalid fields as the RFC shows them: what is wrong, and a pointer to where.
struct FieldErrors<'a>(&'a dyn AgentError);

impl Serialize for FieldErrors<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(None)?;
        let mut written = Ok(());
        self.0.visit_context(&mut |_, value| {
            let ContextValue::FieldErrors(fields) = value else { return };
            for field in fields {
                if written.is_ok() {
                    written = sequence.serialize_element(&Located(field));
                }
            }
        });
        written?;
        sequence.end()
    }
}

struct Located<'a>(&'a FieldError);

impl Serialize for Located<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry(DETAIL, &Shown(self.0))?;
        map.serialize_entry(POINTER, &Shown(&Pointer(self.0.field())))?;
        map.end()
    }
}

/// Reads a list that is as the RFC shows it, with nothing else in it.
pub(super) fn field_errors(value: &Value) -> Option<Vec<FieldError>> {
    let field = |error: &Value| {
        let [detail, pointer] = [DETAIL, POINTER].map(|name| error.get(name).and_then(Value::as_str));
        let path = pointer::path(pointer?).filter(|_| error.as_object().is_some_and(|members| members.len() == 2))?;
        Some(FieldError::new(path, detail?))
    };
    value.as_array().filter(|errors| !errors.is_empty())?.iter().map(field).collect()
}
