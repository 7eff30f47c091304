//! JSON documents whose members have a fixed order. `serde_json` writes them.
//!
//! These trees keep binaries small: their one `Serialize` impl is compiled only once. Derived `Serialize` impls would add
//! code for each type.

use crate::text::sanitize::sanitize;
use crate::text::unique::unique;
#[cfg(feature = "parse")]
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Number, Value};
use std::borrow::Cow;
#[cfg(feature = "parse")]
use std::fmt;

#[derive(Clone, Debug)]
pub(crate) enum JsonView<'a> {
    Null,
    Bool(bool),
    Number(Number),
    Text(Cow<'a, str>),
    List(Vec<Self>),
    Object(ObjectView<'a>),
}

/// A JSON object. Preserves the order of its members.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObjectView<'a>(Vec<(Cow<'a, str>, JsonView<'a>)>);

impl<'a> ObjectView<'a> {
    pub(crate) fn member(&mut self, name: impl Into<Cow<'a, str>>, value: impl Into<JsonView<'a>>) {
        self.0.push((name.into(), value.into()));
    }

    /// Adds a member if the value is `Some`.
    pub(crate) fn some(&mut self, name: &'a str, value: Option<impl Into<JsonView<'a>>>) {
        if let Some(value) = value {
            self.member(name, value);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[cfg(feature = "parse")]
    pub(crate) fn into_members(self) -> impl Iterator<Item = (Cow<'a, str>, JsonView<'a>)> {
        self.0.into_iter()
    }
}

impl JsonView<'_> {
    pub(crate) fn list(values: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }

    /// Converts a `serde_json` value.
    pub(crate) fn owned(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::Number(number.clone()),
            Value::String(text) => Self::Text(text.clone().into()),
            Value::Array(values) => Self::List(values.iter().map(Self::owned).collect()),
            Value::Object(members) => {
                let members = members.iter().map(|(name, value)| (name.clone().into(), Self::owned(value)));
                Self::Object(ObjectView(members.collect()))
            }
        }
    }

    /// Returns the value as JSON. Indents it by two spaces per level if `pretty` is set.
    pub(crate) fn write(&self, pretty: bool) -> String {
        let json = if pretty { serde_json::to_string_pretty(self) } else { serde_json::to_string(self) };
        // Never fails: the keys of all objects are strings.
        json.unwrap_or_default()
    }
}

/// Reads JSON. Unlike [`Value`], keeps the order of the members.
#[cfg(feature = "parse")]
impl<'de> Deserialize<'de> for JsonView<'static> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = JsonView<'static>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON value")
            }

            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(JsonView::Null)
            }

            fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
                Ok(value.into())
            }

            fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
                Ok(number.into())
            }

            fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
                Ok(number.into())
            }

            fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
                Ok(Number::from_f64(number).map_or(JsonView::Null, JsonView::Number))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(text.to_owned().into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(JsonView::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
                let mut object = ObjectView::default();
                while let Some((name, value)) = members.next_entry::<String, JsonView<'static>>()? {
                    object.member(name, value);
                }
                Ok(object.into())
            }
        }
        deserializer.deserialize_any(InOrder)
    }
}

#[cfg(feature = "parse")]
impl JsonView<'_> {
    pub(crate) fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    pub(crate) fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// Returns the notation of a number, which may be in a string.
    pub(crate) fn number(&self) -> Option<String> {
        match self {
            Self::Number(number) => Some(number.to_string()),
            Self::Text(text) => Some(text.to_string()),
            Self::Null | Self::Bool(_) | Self::List(_) | Self::Object(_) => None,
        }
    }

    /// Converts the value. Of members with the same name, the last one wins.
    pub(crate) fn into_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Number(number) => Value::Number(number),
            Self::Text(text) => Value::String(text.into_owned()),
            Self::List(values) => Value::Array(values.into_iter().map(JsonView::into_value).collect()),
            Self::Object(ObjectView(members)) => Value::Object(
                members.into_iter().map(|(name, value)| (name.into_owned(), value.into_value())).collect(),
            ),
        }
    }
}

impl Serialize for JsonView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(values) => serializer.collect_seq(values),
            Self::Object(ObjectView(members)) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

/// The maximum nesting depth of a JSON value in the output. Parsers such as `serde_json` only accept 128 levels, and
/// the envelope around the value needs a few of them.
const MAX_DEPTH: usize = 100;

/// Sanitizes all strings of a JSON value, and truncates a string to the cap. Any other value that exceeds the cap or is
/// nested too deeply becomes a string.
pub(crate) fn sanitize_json(value: &mut Value, cap: usize) {
    match value {
        Value::String(text) => sanitize(text, cap),
        Value::Array(_) | Value::Object(_) => {
            // Never fails: the keys of all objects are strings.
            let mut json = serde_json::to_string(value).unwrap_or_default();
            if json.len() > cap || is_deeper_than(value, MAX_DEPTH) {
                sanitize(&mut json, cap);
                *value = json.into();
            } else {
                sanitize_nested(value);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn sanitize_nested(value: &mut Value) {
    match value {
        Value::String(text) => sanitize(text, usize::MAX),
        Value::Array(values) => values.iter_mut().for_each(sanitize_nested),
        Value::Object(members) => {
            let mut sanitized = Map::new();
            for (mut name, mut value) in std::mem::take(members) {
                sanitize(&mut name, usize::MAX);
                sanitize_nested(&mut value);
                let name = unique(name, sanitized.len(), |name| sanitized.contains_key(name));
                sanitized.insert(name, value);
            }
            *members = sanitized;
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn is_deeper_than(value: &Value, levels: usize) -> bool {
    match value {
        Value::Array(values) => levels == 0 || values.iter().any(|value| is_deeper_than(value, levels - 1)),
        Value::Object(members) => levels == 0 || members.values().any(|value| is_deeper_than(value, levels - 1)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Implements `Serialize` for types that convert to [`JsonView`].
macro_rules! serialize_view {
    ($($type:ty),*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::json::JsonView::from(self).serialize(serializer)
            }
        }
    )*};
}

pub(crate) use serialize_view;

macro_rules! from {
    ($($type:ty => |$value:pat_param| $view:expr;)*) => {$(
        impl<'a> From<$type> for JsonView<'a> {
            fn from($value: $type) -> Self {
                $view
            }
        }
    )*};
}

from! {
    bool => |value| Self::Bool(value);
    u8 => |number| Self::Number(number.into());
    u16 => |number| Self::Number(number.into());
    i64 => |number| Self::Number(number.into());
    u64 => |number| Self::Number(number.into());
    &'a Value => |value| Self::owned(value);
    Cow<'a, str> => |text| Self::Text(text);
    &'a str => |text| Self::Text(text.into());
    &'a String => |text| Self::Text(text.into());
    String => |text| Self::Text(text.into());
    ObjectView<'a> => |object| Self::Object(object);
}
