//! The values in a record's context.

use super::field_error::FieldError;
use super::listing::{Listing, VALUES_FROM};
use crate::json::levels::{Kind, count, each, read};
use crate::json::{JsonText, JsonView, serialize_view};
use crate::text::sanitize::sanitize;
use crate::text::secret::REDACTED;
use serde_core::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A value in the context of a record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ContextValue {
    /// Any JSON value.
    Json(JsonText),
    /// Validation errors for the fields of a call. Most formats list them separately.
    FieldErrors(Vec<FieldError>),
    /// Names that are similar to an unknown name, best match first.
    Nearest(Vec<String>),
    /// Names with descriptions. `Brief` and `Human` show one name per line.
    Listing(Listing),
}

pub(crate) const FIELD_ERRORS: &str = "fields";

impl ContextValue {
    /// Converts a JSON value. Detects listings and lists of similar names by their name and their
    /// JSON type.
    #[inline]
    pub(crate) fn of_member(name: &str, json: JsonText) -> Self {
        if let JsonText::Other(raw) = &json
            && let Some(names) = Self::list_of_names(name, raw)
        {
            return names;
        }
        Self::Json(json)
    }

    #[inline]
    fn list_of_names(name: &str, json: &RawValue) -> Option<Self> {
        match name {
            "choices" | "valid" | "missing" | VALUES_FROM => listing(json).map(Self::Listing),
            "nearest" => read(json).map(Self::Nearest),
            _ => None,
        }
    }

    /// Converts a value of any type that implements `Serialize`.
    ///
    /// A value that can't be serialized becomes a string with the reason. A value with an integer
    /// that doesn't fit into 64 bits becomes a string that contains JSON, because JSON parsers
    /// round such integers. An `f32` inside of a list or an object has the digits of the nearest
    /// `f64`.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        let error = match serde_json::to_value(value) {
            Ok(json) => return json.into(),
            Err(error) => error,
        };
        // A `Value` has no integers of more than 64 bits.
        if let Ok(json) = serde_json::to_string(value) {
            return json.into();
        }
        format!("[unserializable: {error}]").into()
    }

    /// Converts a string. Unlike `From`, links no code for other JSON values.
    pub(crate) fn from_text(text: impl Into<String>) -> Self {
        Self::Json(JsonText::Text(text.into()))
    }

    /// Converts a list of strings. Links no code for other JSON values.
    pub(crate) fn from_texts(mut texts: Vec<String>) -> Self {
        for text in &mut texts {
            sanitize(text, usize::MAX);
        }
        Self::Json(JsonText::scalar(texts))
    }

    /// Converts a number, a Boolean, a duration or `()`, which becomes null. Links no code for
    /// other JSON values.
    pub(crate) fn scalar(value: impl Serialize) -> Self {
        Self::Json(JsonText::scalar(value))
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self, Self::Json(json) if json.is_null())
    }

    /// Returns the replacement for a secret.
    pub fn redacted() -> Self {
        Self::from_text(REDACTED)
    }

    /// Returns the value as JSON.
    pub fn json(&self) -> Value {
        match self {
            Self::Json(json) => json.value(),
            // Serializing strings and their containers never fails.
            other => serde_json::to_value(other).unwrap_or_default(),
        }
    }

    /// Returns the text of the value in JSON.
    pub(crate) fn raw(&self) -> Cow<'_, RawValue> {
        if let Self::Json(json) = self {
            return json.raw();
        }
        Cow::Owned(JsonView::from(self).to_raw())
    }

    /// Returns the string, if the value is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Json(JsonText::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the value as plain text: strings without quotes, listings with one name per line,
    /// all others as JSON.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Json(json) => json.text().to_owned(),
            Self::Listing(listing) => format!("{listing}"),
            other => JsonView::from(other).write(false),
        }
    }

    /// Sanitizes and truncates all strings. A value whose JSON exceeds the cap becomes a truncated
    /// string.
    pub(crate) fn sanitize(&mut self, cap: usize) {
        match self {
            Self::Json(json) => json.sanitize(cap),
            Self::FieldErrors(fields) => {
                if json_length(fields) > cap {
                    fields.iter_mut().for_each(FieldError::shorten);
                }
                for field in fields {
                    field.sanitize(cap);
                }
            }
            Self::Nearest(names) => {
                for name in names {
                    sanitize(name, cap);
                }
            }
            Self::Listing(listing) => listing.sanitize(cap),
        }
    }
}

serialize_view!(ContextValue);

impl<T: Into<Value>> From<T> for ContextValue {
    fn from(value: T) -> Self {
        Self::Json(JsonText::from(value.into()))
    }
}

impl PartialEq<Value> for ContextValue {
    fn eq(&self, other: &Value) -> bool {
        self.json() == *other
    }
}

/// Returns the length of the elements of a JSON list, each with a comma or a bracket.
fn json_length(fields: &[FieldError]) -> usize {
    let elements = fields
        .iter()
        .map(|field| JsonView::from(field).write(false));
    elements.map(|element| element.len() + 1).sum()
}

/// Reads an object of descriptions. At least one must not be empty.
#[inline]
fn listing(object: &RawValue) -> Option<Listing> {
    if Kind::of(object) != Kind::Object {
        return None;
    }
    let mut listing = Listing::for_entries(count(object));
    let mut has_only_strings = true;
    each(object, &mut |name, value| match read::<String>(value) {
        Some(description) => listing.push(name, description),
        None => has_only_strings = false,
    });
    (has_only_strings && listing.is_described()).then_some(listing)
}
