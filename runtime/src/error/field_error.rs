//! An invalid field of a call.

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

/// An invalid field of a call: what is wrong, what was sent, and what is valid.
///
/// The value of a field whose name looks like a secret is never kept.
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
    /// The number of elements, and all of them in JSON.
    Array(usize, String),
    /// Any other value in JSON. Code for [`Value`] is only linked into programs that have one.
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

/// The longest sent value that is shown, in characters.
const LONGEST_SENT: usize = 50;

impl FieldError {
    /// An error about the field with this path, such as `items.1.quantity`.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into(), sent: None, expected: None, options: Vec::new() }
    }

    /// The value that was sent; it is not kept if the field's name looks like a secret.
    #[must_use]
    pub fn sent(mut self, value: impl Into<Value>) -> Self {
        let secret = self.field.split('.').any(looks_secret);
        self.sent = Some(if secret { Sent::Secret } else { Sent::of(redacted(value.into())) });
        self
    }

    /// States that no value was sent.
    #[must_use]
    pub fn missing(mut self) -> Self {
        self.sent = Some(Sent::Missing);
        self
    }

    /// A sentence about the valid values.
    #[must_use]
    pub fn expected(mut self, sentence: impl Into<String>) -> Self {
        self.expected = Some(sentence.into());
        self
    }

    /// All valid values.
    #[must_use]
    pub fn options<T: Into<String>>(mut self, options: impl IntoIterator<Item = T>) -> Self {
        self.options = options.into_iter().map(Into::into).collect();
        self
    }

    /// The same with the sent value shortened to its text, so that one long value does not turn the whole list into
    /// text.
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

    /// Redacts the strings about the field with `hide`, and removes secrets from the value that was sent.
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

    /// The whole error, with each of its strings truncated.
    pub(crate) fn truncated(&self, limit: Limit) -> impl fmt::Display + use<'_> {
        Truncated { error: self, limit }
    }

    /// The path of the field.
    pub fn field(&self) -> &str {
        &self.field
    }

    /// The whole error in one text.
    pub fn text(&self) -> String {
        self.to_string()
    }
}

impl FieldError {
    /// Writes the JSON that serde would write, without serde. `push` writes a string or a JSON value.
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

/// A part of a field error's JSON.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    Name(&'a str),
    Text(&'a str),
    Json(&'a str),
    Redacted,
}

/// A field error with its strings truncated.
struct Truncated<'a> {
    error: &'a FieldError,
    limit: Limit,
}

impl fmt::Display for Truncated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.write(f, Some(self.limit))
    }
}

/// The message, what was sent, what is expected, the options.
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

/// A text of at most [`LONGEST_SENT`] characters; dots replace its end.
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
