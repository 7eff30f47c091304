//! A JSON document as a tree, for the views of a catalog.
//!
//! The writer of a tree is compiled once. With a `Serialize` for each type, serde compiles one for each type of member.

use serde::ser::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;

/// A value in a view.
#[derive(Clone, Debug)]
pub(crate) enum JsonView<'a> {
    Bool(bool),
    Number(i64),
    Text(Cow<'a, str>),
    List(Vec<Self>),
    Object(ObjectView<'a>),
    #[cfg_attr(not(feature = "clap"), allow(dead_code, reason = "only a flag has a default of any type"))]
    Any(&'a Value),
}

/// An object in a view, with its members in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObjectView<'a>(Vec<(Cow<'a, str>, JsonView<'a>)>);

impl<'a> ObjectView<'a> {
    pub(crate) fn member(&mut self, name: impl Into<Cow<'a, str>>, value: impl Into<JsonView<'a>>) {
        self.0.push((name.into(), value.into()));
    }

    /// Adds a member if there is a value.
    pub(crate) fn some(&mut self, name: &'a str, value: Option<impl Into<JsonView<'a>>>) {
        if let Some(value) = value {
            self.member(name, value);
        }
    }

    #[cfg(feature = "tooling")]
    pub(crate) fn members(&self) -> impl Iterator<Item = (&str, &JsonView<'a>)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }
}

impl JsonView<'_> {
    pub(crate) fn list(values: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl Serialize for JsonView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(values) => serializer.collect_seq(values),
            Self::Object(ObjectView(members)) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
            Self::Any(value) => value.serialize(serializer),
        }
    }
}

/// Implements `Serialize` for types that are a [`JsonView`].
macro_rules! serialize_view {
    ($($type:ty),*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::text::json_view::JsonView::from(self).serialize(serializer)
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
