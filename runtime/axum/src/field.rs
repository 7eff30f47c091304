//! Converts serde's errors to field errors.

use agent_error::__private::Secrets;
use agent_error::FieldError;
use agent_error::format::without_secrets;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

/// Converts an error of serde to a field error. Secrets in the input are redacted.
pub(crate) fn invalid_field(input: &Value, path: &Path, message: &str) -> FieldError {
    redacted(field_error(Place::new(input, path), message), input)
}

/// Redacts secrets, and the secrets of the input, because messages quote its values.
pub(crate) fn redacted(mut field: FieldError, input: &Value) -> FieldError {
    let mut secrets = Secrets::default();
    secrets.add("", input);
    field.hide(&|text| *text = without_secrets(&secrets.removed_from(text)).into_owned());
    field
}

/// The location in the input at which deserialization failed.
struct Place<'a> {
    /// The path to the location: member names and array indices.
    names: Vec<String>,
    value: Option<&'a Value>,
}

impl<'a> Place<'a> {
    fn new(body: &'a Value, path: &Path) -> Self {
        let mut place = Self {
            names: Vec::new(),
            value: Some(body),
        };
        for segment in path {
            place = match segment {
                Segment::Seq { index } => place.member(&index.to_string()),
                Segment::Map { key } => place.member(key),
                Segment::Enum { variant } => place.variant(variant),
                Segment::Unknown => break,
            };
        }
        place
    }

    /// Returns the location of an enum's variant. If the enum is externally tagged, the variant is a
    /// member of the input.
    fn variant(self, name: &str) -> Self {
        if self.has(name) {
            self.member(name)
        } else {
            self
        }
    }

    fn has(&self, name: &str) -> bool {
        self.value.is_some_and(|value| value.get(name).is_some())
    }

    fn member(mut self, name: &str) -> Self {
        self.value = match self.value {
            Some(Value::Array(items)) => match name.parse::<usize>() {
                Ok(index) => items.get(index),
                Err(_) => None,
            },
            Some(value) => value.get(name),
            None => None,
        };
        self.names.push(name.to_owned());
        self
    }

    fn error(&self, message: &str) -> FieldError {
        FieldError::new(self.names.join("."), message)
    }

    /// Creates an error with the value that was sent.
    fn invalid(&self, message: &str) -> FieldError {
        let error = self.error(message);
        match self.value {
            Some(value) => error.sent(value.clone()),
            None => error,
        }
    }
}

/// Converts serde's message to a field error.
fn field_error(place: Place<'_>, message: &str) -> FieldError {
    if let Some((name, _)) = quoted(message, "missing field ") {
        return place.member(name).error("The field is required.").missing();
    }
    if let Some((name, _)) = quoted(message, "duplicate field ") {
        return place
            .member(name)
            .error("The field is given more than once.");
    }
    if let Some((name, valid)) = quoted(message, "unknown field ") {
        // The path may already end with the unknown field.
        let is_there = place.names.last().is_some_and(|last| last == name);
        let unknown = if is_there { place } else { place.member(name) };
        return unknown.invalid("Unknown field.").options(names(valid));
    }
    if let Some((_, valid)) = quoted(message, "unknown variant ") {
        return place.invalid("Unknown value.").options(names(valid));
    }
    let Some((found, expected)) = mismatch(message) else {
        return place.invalid(&sentence(message));
    };
    // Serde buffers some enums, in which case it reports the location of the whole enum.
    let is_inside = match place.value {
        Some(Value::Object(_)) => !found.starts_with("map"),
        Some(Value::Array(_)) => !found.starts_with("sequence") && found.parse::<usize>().is_err(),
        _ => false,
    };
    let error = if is_inside {
        place.error("A value inside is invalid.")
    } else {
        place.invalid("Invalid value.")
    };
    error.expected(in_words(expected))
}

/// Describes a type of Rust in words, because clients may not know Rust.
pub(crate) fn in_words(ty: &str) -> &str {
    match ty {
        "bool" => "`true` or `false`",
        "char" => "a single character",
        "f32" | "f64" => "a number",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "u128" | "usize" => "a whole number of 0 or more",
        "i8" => "a whole number from -128 to 127",
        "i16" => "a whole number from -32768 to 32767",
        "i32" => "a whole number from -2147483648 to 2147483647",
        "i64" | "i128" | "isize" => "a whole number",
        other => other,
    }
}

/// Parses a mismatch into what serde found (a value or a length) and what it expected. Replaces the
/// names of Rust structs with "an object".
fn mismatch(message: &str) -> Option<(&str, &str)> {
    let mut starts = ["invalid type: ", "invalid value: ", "invalid length "].into_iter();
    let rest = starts.find_map(|start| message.strip_prefix(start))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    if expected.starts_with("struct ") {
        return Some((found, "an object"));
    }
    Some((found, expected))
}

/// Parses a name in backticks after the prefix `start`. Returns the name and the rest of the
/// message.
fn quoted<'a>(message: &'a str, start: &str) -> Option<(&'a str, &'a str)> {
    message
        .strip_prefix(start)?
        .strip_prefix('`')?
        .split_once('`')
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Starts a message with a capital letter, and ends it with a period.
pub(crate) fn sentence(message: &str) -> String {
    let mut text = String::new();
    let mut characters = message.chars();
    if let Some(first) = characters.next() {
        text.extend(first.to_uppercase());
    }
    text.push_str(characters.as_str());
    if !message.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}
