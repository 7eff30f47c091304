//! JSON trees for output from a catalog.
//!
//! These trees keep binaries small: [`push_json`](JsonView::push_json) is compiled only once. With derived `Serialize`
//! impls, serde would generate code for each type and pull in float formatting.

use crate::error::to_json::ToJson as _;
use serde::ser::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;

/// A JSON value.
#[derive(Clone, Debug)]
pub(crate) enum JsonView<'a> {
    Null,
    Bool(bool),
    Number(i64),
    Text(Cow<'a, str>),
    List(Vec<Self>),
    Object(ObjectView<'a>),
    /// A number in its JSON notation.
    Decimal(Cow<'a, str>),
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
}

impl JsonView<'_> {
    pub(crate) fn list(values: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }

    /// Converts a `serde_json` value and sorts the keys of objects. Without sorting, the order would depend on whether
    /// any dependency enables `serde_json/preserve_order`.
    pub(crate) fn owned(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::Decimal(number.to_string().into()),
            Value::String(text) => Self::Text(text.clone().into()),
            Value::Array(values) => Self::List(values.iter().map(Self::owned).collect()),
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                members.sort_unstable_by_key(|(name, _)| *name);
                let members = members.into_iter().map(|(name, value)| (name.clone().into(), Self::owned(value)));
                Self::Object(ObjectView(members.collect()))
            }
        }
    }

    /// Appends the value to `out` as compact JSON, byte for byte as `serde_json` would write it.
    pub(crate) fn push_json(&self, out: &mut String) -> serde_json::Result<()> {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(number) => out.push_str(itoa::Buffer::new().format(*number)),
            Self::Text(text) => text.push_json(out)?,
            Self::List(values) => {
                let mut start = '[';
                for value in values {
                    out.push(std::mem::replace(&mut start, ','));
                    value.push_json(out)?;
                }
                out.push_str(if values.is_empty() { "[]" } else { "]" });
            }
            Self::Object(ObjectView(members)) => {
                let mut start = '{';
                for (name, value) in members {
                    out.push(std::mem::replace(&mut start, ','));
                    name.push_json(out)?;
                    out.push(':');
                    value.push_json(out)?;
                }
                out.push_str(if members.is_empty() { "{}" } else { "}" });
            }
            Self::Decimal(number) => out.push_str(number),
        }
        Ok(())
    }
}

impl Serialize for JsonView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(values) => serializer.collect_seq(values),
            Self::Object(ObjectView(members)) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
            Self::Decimal(number) => match (number.parse::<u64>(), number.parse::<f64>()) {
                (Ok(number), _) => serializer.serialize_u64(number),
                (_, Ok(number)) => serializer.serialize_f64(number),
                _ => serializer.serialize_str(number),
            },
        }
    }
}

/// Implements `Serialize` for types that convert to [`JsonView`].
macro_rules! serialize_view {
    ($($type:ty),*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::catalog::json_view::JsonView::from(self).serialize(serializer)
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
    i64 => |number| Self::Number(number);
    &'a str => |text| Self::Text(text.into());
    &'a String => |text| Self::Text(text.into());
    String => |text| Self::Text(text.into());
    ObjectView<'a> => |object| Self::Object(object);
}
