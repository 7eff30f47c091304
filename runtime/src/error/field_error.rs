//! Validation errors for single fields.

#[cfg(feature = "parse")]
mod read;

use super::to_json::compact;
use crate::text::limit::Limit;
use crate::text::redact::redacted;
use crate::text::secret::REDACTED;
use crate::text::secret::looks_secret;
use crate::text::secrets::Secrets;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use std::fmt::{self, Write};

/// A validation error for one field of a call. It contains the problem, the value that was sent, and the valid values.
///
/// If the field's name looks like a secret, the sent value is dropped.
///
/// ```
/// use agent_error::FieldError;
///
/// let role = FieldError::new("role", "Invalid role.").sent("superadmin").options(["admin", "user"]);
/// assert_eq!(role.text(), "Invalid role. You sent: 'superadmin'. Valid options: 'admin', 'user'.");
///
/// let password = FieldError::new("password", "Too short.").sent("hunter2").expected("Minimum length: 12 characters.");
/// assert_eq!(password.text(), "Too short. You sent: [REDACTED]. Minimum length: 12 characters.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FieldError {
    field: String,
    message: String,
    sent: Option<Sent>,
    expected: Option<String>,
    options: Vec<String>,
}

/// The value that a caller sent for a field.
#[derive(Clone, Debug, PartialEq)]
enum Sent {
    Missing,
    Secret,
    Text(String),
    /// The number of elements, and the array as JSON.
    Array(usize, String),
    /// Any other value as JSON. Storing a string instead of a [`Value`] keeps `Value`'s code out of programs that don't
    /// use it.
    Json(String),
}

impl Sent {
    fn of(value: Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text),
            Value::Array(values) => Self::Array(values.len(), compact(&values.into())),
            value => Self::Json(compact(&value)),
        }
    }

    fn value(&self) -> Value {
        match self {
            Self::Missing => Value::Null,
            Self::Secret => REDACTED.into(),
            Self::Text(text) => text.as_str().into(),
            Self::Array(_, json) | Self::Json(json) => {
                serde_json::from_str(json).unwrap_or_else(|_| json.as_str().into())
            }
        }
    }
}

/// The maximum length of a sent value in the output, in characters.
const LONGEST_SENT: usize = 50;

impl FieldError {
    /// Creates an error for the field at this path, such as `items.1.quantity`.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into(), sent: None, expected: None, options: Vec::new() }
    }

    /// Sets the value that was sent. If any part of the field's path looks like a secret, the value is dropped.
    #[must_use]
    pub fn sent(mut self, value: impl Into<Value>) -> Self {
        let secret = self.field.split('.').any(looks_secret);
        self.sent = Some(if secret { Sent::Secret } else { Sent::of(redacted(value.into())) });
        self
    }

    /// Marks the field as missing from the call.
    #[must_use]
    pub fn missing(mut self) -> Self {
        self.sent = Some(Sent::Missing);
        self
    }

    /// Sets a sentence that describes the valid values, such as `Minimum length: 12 characters.`
    #[must_use]
    pub fn expected(mut self, sentence: impl Into<String>) -> Self {
        self.expected = Some(sentence.into());
        self
    }

    /// Sets the complete list of valid values.
    #[must_use]
    pub fn options<T: Into<String>>(mut self, options: impl IntoIterator<Item = T>) -> Self {
        self.options = options.into_iter().map(Into::into).collect();
        self
    }

    /// Returns a copy with a shorter sent value. Long strings are truncated, and arrays and objects are replaced by
    /// short strings. Used if a list of field errors exceeds the cap.
    pub(crate) fn brief(&self) -> Self {
        let sent = self.sent.as_ref().map(|sent| match sent {
            Sent::Text(text) => Sent::Text(Shortened(text).to_string()),
            Sent::Array(..) => Sent::Text(sent.to_string()),
            Sent::Json(json) if json.starts_with('{') => Sent::Text(sent.to_string()),
            other => other.clone(),
        });
        let Self { field, message, expected, options, .. } = self;
        Self {
            field: field.clone(),
            message: message.clone(),
            sent,
            expected: expected.clone(),
            options: options.clone(),
        }
    }

    /// Redacts all strings with `hide`, and removes secrets from the sent value.
    pub(crate) fn hide(&mut self, hide: &dyn Fn(&mut String), secrets: &Secrets) {
        hide(&mut self.field);
        hide(&mut self.message);
        self.expected.iter_mut().chain(&mut self.options).for_each(hide);
        if let Some(sent @ (Sent::Text(_) | Sent::Array(..) | Sent::Json(_))) = &mut self.sent {
            let mut value = redacted(sent.value());
            secrets.remove_from(&mut value);
            *sent = Sent::of(value);
        }
    }

    /// Formats the error with each of its strings truncated.
    pub(crate) fn truncated(&self, limit: Limit) -> impl fmt::Display + use<'_> {
        Truncated { error: self, limit }
    }

    /// Returns the path of the field.
    pub fn field(&self) -> &str {
        &self.field
    }

    /// Returns the whole error as one string: the message, the sent value and the valid values.
    pub fn text(&self) -> String {
        self.to_string()
    }
}

impl FieldError {
    /// Appends the same JSON as the `Serialize` impl, but doesn't link serde. `push` appends each value.
    pub(crate) fn push_json(&self, out: &mut String, push: &dyn Fn(Part<'_>, &mut String)) {
        let push_member = |name: &str, part: Part<'_>, out: &mut String| {
            out.push_str(name);
            push(part, out);
        };
        push_member("{\"field\":", Part::Name(&self.field), out);
        push_member(",\"message\":", Part::Text(&self.message), out);
        match &self.sent {
            None => {}
            Some(Sent::Missing) => out.push_str(",\"missing\":true"),
            Some(Sent::Secret) => push_member(",\"sent\":", Part::Redacted, out),
            Some(Sent::Text(text)) => push_member(",\"sent\":", Part::Text(text), out),
            Some(Sent::Array(_, json) | Sent::Json(json)) => push_member(",\"sent\":", Part::Json(json), out),
        }
        if let Some(expected) = &self.expected {
            push_member(",\"expected\":", Part::Text(expected), out);
        }
        for (index, option) in self.options.iter().enumerate() {
            push_member(if index == 0 { ",\"options\":[" } else { "," }, Part::Text(option), out);
        }
        out.push_str(if self.options.is_empty() { "}" } else { "]}" });
    }
}

/// A value in a field error's JSON.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    Name(&'a str),
    Text(&'a str),
    Json(&'a str),
    Redacted,
}

/// Formats a field error with each of its strings truncated.
struct Truncated<'a> {
    error: &'a FieldError,
    limit: Limit,
}

impl fmt::Display for Truncated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.write(f, Some(self.limit))
    }
}

/// Formats the message, followed by the sent value, the expected value and the valid options.
impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, None)
    }
}

impl FieldError {
    fn write(&self, f: &mut fmt::Formatter<'_>, limit: Option<Limit>) -> fmt::Result {
        write_value(f, &self.message, limit)?;
        if let Some(sent) = &self.sent {
            f.write_str(" You sent: ")?;
            sent.write(f, limit)?;
            f.write_char('.')?;
        }
        if let Some(expected) = &self.expected {
            f.write_char(' ')?;
            write_value(f, expected, limit)?;
        }
        if !self.options.is_empty() {
            f.write_str(" Valid options: ")?;
            for (index, option) in self.options.iter().enumerate() {
                f.write_str(if index > 0 { ", '" } else { "'" })?;
                write_value(f, option, limit)?;
                f.write_char('\'')?;
            }
            f.write_char('.')?;
        }
        Ok(())
    }
}

impl Sent {
    fn write(&self, f: &mut fmt::Formatter<'_>, limit: Option<Limit>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("(missing)"),
            Self::Secret => f.write_str(REDACTED),
            Self::Text(text) => {
                f.write_char('\'')?;
                write_value(f, &Shortened(text), limit)?;
                f.write_char('\'')
            }
            Self::Array(count, _) => write!(f, "array({count})"),
            Self::Json(json) => write_value(f, &Shortened(json), limit),
        }
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, None)
    }
}

fn write_value(f: &mut fmt::Formatter<'_>, value: &dyn fmt::Display, limit: Option<Limit>) -> fmt::Result {
    match limit {
        Some(limit) => f.write_str(&limit.truncated(value)),
        None => value.fmt(f),
    }
}

/// Truncates a string to [`LONGEST_SENT`] characters, including a trailing `...`.
struct Shortened<'a>(&'a str);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DOTS: &str = "...";
        if self.0.chars().nth(LONGEST_SENT).is_none() {
            return f.write_str(self.0);
        }
        self.0.chars().take(LONGEST_SENT - DOTS.len()).try_for_each(|character| f.write_char(character))?;
        f.write_str(DOTS)
    }
}

impl Serialize for FieldError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("field", &self.field)?;
        map.serialize_entry("message", &self.message)?;
        match &self.sent {
            Some(Sent::Missing) => map.serialize_entry("missing", &true)?,
            Some(sent) => map.serialize_entry("sent", &sent.value())?,
            None => {}
        }
        if let Some(expected) = &self.expected {
            map.serialize_entry("expected", expected)?;
        }
        if !self.options.is_empty() {
            map.serialize_entry("options", &self.options)?;
        }
        map.end()
    }
}
