//! Converts context values to JSON, to plain text and to owned values.

mod shape;

use super::context::ContextValue;
use super::field_error::{FieldError, Part};
use super::to_json::ToJson;
use crate::text::json;
use crate::text::json_writer::JsonWriter;
use crate::text::limit::{Limit, Text};
use crate::text::sanitize::Displayed;
use crate::text::secret::REDACTED;
use serde_json::Value;
pub(crate) use shape::strings_of;
use shape::{MAX_DEPTH, Shape, clean_from, is_short_scalar, push_str, quoting_long_numbers, unquoted};
use std::fmt::{self, Display};

/// Appends a context value as JSON, with all strings sanitized.
///
/// Never fails. If a value can't be serialized, appends a string with the reason. If a value exceeds the cap, appends a
/// truncated string.
pub(crate) fn push_json(value: ContextValue<'_>, json: &mut JsonWriter<'_>) {
    match value {
        ContextValue::Null => json.plain("null"),
        ContextValue::Bool(value) => json.plain(if value { "true" } else { "false" }),
        ContextValue::Signed(value) => json.plain(itoa::Buffer::new().format(value)),
        ContextValue::Unsigned(value) => json.plain(itoa::Buffer::new().format(value)),
        ContextValue::Float(value) => match value.json() {
            Ok(number) => json.plain(&number),
            Err(text) => json.text(Text::Joined(format_args!("{text}"))),
        },
        ContextValue::Str(value) => json.str(value),
        ContextValue::Display(value) => json.text(Text::Value(format_args!("{value}"))),
        ContextValue::Path(value) => json.text(Text::Value(format_args!("{}", value.display()))),
        ContextValue::Redacted => json.text(Text::Joined(format_args!("{REDACTED}"))),
        ContextValue::FieldErrors(fields) => json.escaped(|out, cap| push_fields(fields, cap, out)),
        ContextValue::Listing(listing) => json.escaped(|out, cap| push_serialized(listing, cap, out)),
        ContextValue::Serialize(value) | ContextValue::Nearest(value) => {
            json.escaped(|out, cap| push_serialized(value, cap, out));
        }
    }
}

fn push_text(text: fmt::Arguments<'_>, cap: usize, out: &mut String) {
    out.push('"');
    json::push_text(text, cap, out);
}

/// Appends field errors as JSON, with each string truncated separately. If the list exceeds the cap, shortens the sent
/// values.
fn push_fields(fields: &[FieldError], cap: usize, out: &mut String) {
    let start = out.len();
    let names = Limit::new(cap).of_names().bytes();
    let push = |part: Part<'_>, out: &mut String| match part {
        Part::Name(name) => push_str(name, names, out),
        Part::Text(text) => push_str(text, cap, out),
        Part::Redacted => push_str(REDACTED, usize::MAX, out),
        Part::Json(json) => {
            let start = out.len();
            out.push_str(json);
            clean_from(start, cap, out);
        }
    };
    push_all(fields, &push, out);
    if out.len() - start > cap {
        out.truncate(start);
        let brief: Vec<_> = fields.iter().map(FieldError::brief).collect();
        push_all(&brief, &push, out);
    }
}

/// Appends field errors as a JSON array, in the same form as serde.
fn push_all(fields: &[FieldError], push: &dyn Fn(Part<'_>, &mut String), out: &mut String) {
    out.push('[');
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        field.push_json(out, push);
    }
    out.push(']');
}

/// Appends a value of a field error without sanitizing or truncating it.
fn push_part(part: Part<'_>, out: &mut String) {
    // Serializing a string can't fail.
    let _ = match part {
        Part::Name(text) | Part::Text(text) => text.push_json(out),
        Part::Redacted => REDACTED.push_json(out),
        Part::Json(json) => {
            out.push_str(json);
            Ok(())
        }
    };
}

fn push_serialized(value: &dyn ToJson, cap: usize, out: &mut String) {
    let start = out.len();
    match value.push_json(out) {
        Ok(()) => clean_from(start, cap, out),
        Err(error) => {
            out.truncate(start);
            let reason = Limit::new(cap).truncated(&error);
            push_text(format_args!("[unserializable: {reason}]"), usize::MAX, out);
        }
    }
}

/// Formats a context value as plain text. Strings aren't quoted. Arrays and objects are formatted as JSON.
pub(crate) fn plain_text(value: ContextValue<'_>) -> impl Display + use<'_> {
    ContextValueDisplay(value)
}

/// Passes a context value to `out` as plain text. Numbers, booleans and `null` are never truncated.
pub(crate) fn show_plain_text(value: ContextValue<'_>, out: &mut dyn FnMut(Text<'_>)) {
    match value {
        ContextValue::Str(text) => out(Text::Value(format_args!("{text}"))),
        ContextValue::Display(value) => out(Text::Value(format_args!("{value}"))),
        ContextValue::Path(_) | ContextValue::FieldErrors(_) | ContextValue::Listing(_) => {
            out(Text::Value(format_args!("{}", plain_text(value))));
        }
        ContextValue::Serialize(value) | ContextValue::Nearest(value) => match serialized_text(value) {
            scalar if is_short_scalar(&scalar) => out(Text::Joined(format_args!("{scalar}"))),
            text => out(Text::Value(format_args!("{text}"))),
        },
        ContextValue::Null
        | ContextValue::Bool(_)
        | ContextValue::Signed(_)
        | ContextValue::Unsigned(_)
        | ContextValue::Float(_)
        | ContextValue::Redacted => out(Text::Joined(format_args!("{}", plain_text(value)))),
    }
}

struct ContextValueDisplay<'a>(ContextValue<'a>);

impl Display for ContextValueDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ContextValue::Null => f.write_str("null"),
            ContextValue::Bool(value) => write!(f, "{value}"),
            ContextValue::Signed(value) => write!(f, "{value}"),
            ContextValue::Unsigned(value) => write!(f, "{value}"),
            ContextValue::Str(value) => f.write_str(value),
            ContextValue::Display(value) => write!(f, "{}", Displayed(value)),
            ContextValue::Path(value) => write!(f, "{}", value.display()),
            ContextValue::Redacted => f.write_str(REDACTED),
            ContextValue::FieldErrors(fields) => {
                let mut json = String::new();
                push_all(fields, &push_part, &mut json);
                f.write_str(&json)
            }
            ContextValue::Float(value) => f.write_str(&value.json().unwrap_or_else(str::to_owned)),
            ContextValue::Listing(listing) => listing.fmt(f),
            ContextValue::Serialize(value) | ContextValue::Nearest(value) => f.write_str(&serialized_text(value)),
        }
    }
}

/// Serializes a value as plain text. Strings aren't quoted. Anything else becomes JSON in which integers that don't fit
/// in 64 bits are strings.
fn serialized_text(value: &dyn ToJson) -> String {
    let mut json = String::new();
    if let Err(error) = value.push_json(&mut json) {
        return format!("[unserializable: {error}]");
    }
    let shape = Shape::of(&json);
    if shape.is_text {
        return unquoted(&json);
    }
    if !shape.has_long_number || !shape.fits(usize::MAX) {
        return json;
    }
    quoting_long_numbers(&json)
}

/// Converts a context value to an owned value without sanitizing or truncating it.
pub(crate) fn to_value(value: ContextValue<'_>) -> Value {
    match value {
        ContextValue::Null => Value::Null,
        ContextValue::Bool(value) => value.into(),
        ContextValue::Signed(value) => value.into(),
        ContextValue::Unsigned(value) => value.into(),
        ContextValue::Float(value) => value.json().map_or_else(Value::from, |_| value.get().into()),
        ContextValue::Str(value) => value.into(),
        ContextValue::Display(value) => Displayed(value).to_string().into(),
        ContextValue::Path(value) => value.display().to_string().into(),
        ContextValue::Redacted => REDACTED.into(),
        ContextValue::FieldErrors(fields) => serialized(&fields),
        ContextValue::Listing(listing) => serialized(listing),
        ContextValue::Serialize(value) | ContextValue::Nearest(value) => serialized(value),
    }
}

/// Serializes a value to an owned JSON value. Integers that don't fit in 64 bits and values that are nested too deeply
/// become strings.
fn serialized(value: &dyn ToJson) -> Value {
    let mut json = String::new();
    if let Err(error) = value.push_json(&mut json) {
        return format!("[unserializable: {error}]").into();
    }
    let shape = Shape::of(&json);
    if !shape.fits(usize::MAX) {
        return json.into();
    }
    if shape.has_long_number {
        json = quoting_long_numbers(&json);
    }
    serde_json::from_str(&json).unwrap_or(Value::String(json))
}

/// Whether a value is nested deeper than [`MAX_DEPTH`].
pub(crate) fn is_too_deep(value: &Value) -> bool {
    fn exceeds(value: &Value, levels: usize) -> bool {
        match value {
            Value::Array(values) => levels == 0 || values.iter().any(|value| exceeds(value, levels - 1)),
            Value::Object(members) => levels == 0 || members.values().any(|value| exceeds(value, levels - 1)),
            _ => false,
        }
    }
    exceeds(value, MAX_DEPTH)
}
