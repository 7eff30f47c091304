//! Values of the context on their way into JSON.

use super::context::ContextValue;
use super::field_error::FieldError;
use crate::text::clean::Shown;
use crate::text::secret::REDACTED;
use serde::Serialize;
use serde::ser::Serializer;
use std::fmt::{self, Display};
use std::io;

/// A context value as JSON. It never fails midway: what cannot be serialized becomes a text that says
/// so, and what is longer than the cap becomes text, which is cut.
pub(crate) struct JsonValue<'a> {
    pub(crate) value: ContextValue<'a>,
    pub(crate) cap: usize,
}

impl Serialize for JsonValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            ContextValue::Null => serializer.serialize_unit(),
            ContextValue::Bool(value) => serializer.serialize_bool(value),
            ContextValue::Signed(value) => serializer.serialize_i64(value),
            ContextValue::Unsigned(value) => serializer.serialize_u64(value),
            ContextValue::Float(value) if value.is_finite() => serializer.serialize_f64(value),
            ContextValue::Float(value) => serializer.collect_str(&value),
            ContextValue::Str(value) => serializer.serialize_str(value),
            ContextValue::Display(value) => serializer.collect_str(&Shown(value)),
            ContextValue::Path(value) => serializer.collect_str(&value.display()),
            ContextValue::Redacted => serializer.serialize_str(REDACTED),
            ContextValue::FieldErrors(fields) if measure(&fields).is_ok_and(|size| size.fits(self.cap)) => {
                fields.serialize(serializer)
            }
            ContextValue::FieldErrors(fields) => {
                let brief: Vec<_> = fields.iter().map(FieldError::brief).collect();
                JsonValue { value: ContextValue::Serialize(&brief), cap: self.cap }.serialize(serializer)
            }
            ContextValue::Serialize(value) => match measure(value) {
                Ok(size) if size.fits(self.cap) => erased_serde::serialize(value, serializer),
                Ok(_) => serializer.collect_str(&JsonText(value)),
                Err(error) => serializer.collect_str(&format_args!("[unserializable: {error}]")),
            },
        }
    }
}

/// A context value as text: a string is itself, anything else that has structure is its JSON.
pub(crate) fn plain_text(value: ContextValue<'_>) -> impl Display + use<'_> {
    PlainText(value)
}

struct PlainText<'a>(ContextValue<'a>);

impl Display for PlainText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ContextValue::Null => f.write_str("null"),
            ContextValue::Bool(value) => write!(f, "{value}"),
            ContextValue::Signed(value) => write!(f, "{value}"),
            ContextValue::Unsigned(value) => write!(f, "{value}"),
            ContextValue::Float(value) if value.is_finite() => JsonText(&value).fmt(f),
            ContextValue::Float(value) => write!(f, "{value}"),
            ContextValue::Str(value) => f.write_str(value),
            ContextValue::Display(value) => write!(f, "{}", Shown(value)),
            ContextValue::Path(value) => write!(f, "{}", value.display()),
            ContextValue::Redacted => f.write_str(REDACTED),
            ContextValue::FieldErrors(fields) => JsonText(&fields).fmt(f),
            ContextValue::Serialize(_) => match to_value(self.0) {
                serde_json::Value::String(text) => f.write_str(&text),
                value => write!(f, "{value}"),
            },
        }
    }
}

/// The most levels of a value that are shown as such: a reader of JSON gives up at 128, and an envelope
/// needs some for itself.
const MAX_DEPTH: usize = 100;

/// What came out of a trial run.
#[derive(Default)]
struct Measured {
    bytes: usize,
    is_text: bool,
    depth: usize,
    deepest: usize,
    in_string: bool,
    after_backslash: bool,
}

impl Measured {
    /// Whether the value is shown as it is; a text is cut on its way out.
    fn fits(&self, cap: usize) -> bool {
        self.is_text || (self.bytes <= cap && self.deepest <= MAX_DEPTH)
    }

    fn count(&mut self, json: &[u8]) {
        self.is_text |= self.bytes == 0 && json.first() == Some(&b'"');
        self.bytes += json.len();
        for byte in json {
            match byte {
                _ if std::mem::take(&mut self.after_backslash) => {}
                b'\\' => self.after_backslash = self.in_string,
                b'"' => self.in_string = !self.in_string,
                b'[' | b'{' if !self.in_string => {
                    self.depth += 1;
                    self.deepest = self.deepest.max(self.depth);
                }
                b']' | b'}' if !self.in_string => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }
}

/// Serializes into nothing, to know whether it works and how much it is.
fn measure(value: &dyn erased_serde::Serialize) -> serde_json::Result<Measured> {
    struct Count(Measured);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.count(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(Measured::default());
    serde_json::to_writer(&mut count, value)?;
    Ok(count.0)
}

/// Shows a value as the JSON text that it would be.
struct JsonText<'a>(&'a dyn erased_serde::Serialize);

impl Display for JsonText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Utf8<'a, 'b>(&'a mut fmt::Formatter<'b>);
        impl io::Write for Utf8<'_, '_> {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                // serde_json writes whole fragments of UTF-8.
                let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
                self.0.write_str(text).map_err(io::Error::other)?;
                Ok(bytes.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        serde_json::to_writer(Utf8(f), self.0).map_err(|_| fmt::Error)
    }
}

/// A context value as owned data: what [`JsonValue`] would write, without a cap.
pub(crate) fn to_value(value: ContextValue<'_>) -> serde_json::Value {
    let value = JsonValue { value, cap: usize::MAX };
    // A value that passed its trial run and fails now is one that changes while it is read.
    serde_json::to_value(value).unwrap_or(serde_json::Value::Null)
}
