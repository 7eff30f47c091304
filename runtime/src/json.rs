//! JSON documents whose members have a fixed order.
//!
//! Five types represent JSON, so that a program only links what it uses:
//!
//! - [`JsonView`] borrows what a format writes. All documents share its `Serialize` impl, because
//!   derived impls would add code for each type.
//! - [`JsonText`] is a context value of a record. It's stored as text, because a minimal program
//!   without `Value` is smaller.
//! - `serde_json`'s `RawValue` is what readers parse. Unlike `Value`, it has exact numbers, accepts any
//!   depth, and takes no memory for a tree.
//! - `serde_json`'s `Value` is what the public API accepts and returns.
//! - `Copied` writes a `RawValue` again without secrets. It takes no memory for a tree either.

#[cfg(feature = "redact")]
mod copied;
pub(crate) mod levels;
#[cfg(feature = "redact")]
pub(crate) mod redact;
#[cfg(feature = "redact")]
pub(crate) mod secrets;

use crate::text::sanitize::{clean_capped, sanitize, sanitize_value};
use levels::{Kind, each, listed, read};
use serde_core::ser::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};
use std::borrow::Cow;

#[derive(Clone, Debug)]
pub(crate) enum JsonView<'a> {
    Null,
    Bool(bool),
    /// A number, or any other value as the text that `serde_json` wrote.
    Raw(Cow<'a, RawValue>),
    Text(Cow<'a, str>),
    List(Vec<Self>),
    Object(ObjectView<'a>),
}

/// A JSON object. Preserves the order of its members.
#[derive(Clone, Debug)]
pub(crate) struct ObjectView<'a>(Vec<(Cow<'a, str>, JsonView<'a>)>);

impl Default for ObjectView<'_> {
    fn default() -> Self {
        Self::for_members(8)
    }
}

impl<'a> ObjectView<'a> {
    /// Creates an empty object with memory for this number of members.
    pub(crate) fn for_members(count: usize) -> Self {
        Self(Vec::with_capacity(count))
    }

    pub(crate) fn member(&mut self, name: impl Into<Cow<'a, str>>, value: impl Into<JsonView<'a>>) {
        self.push(name.into(), value.into());
    }

    // Inlined, each call takes 100 bytes.
    #[inline(never)]
    fn push(&mut self, name: Cow<'a, str>, value: JsonView<'a>) {
        self.0.push((name, value));
    }

    /// Adds a member unless the value is `None`.
    pub(crate) fn some(&mut self, name: &'a str, value: Option<impl Into<JsonView<'a>>>) {
        if let Some(value) = value {
            self.member(name, value);
        }
    }

    /// Adds a member unless the value is an empty list or object.
    pub(crate) fn unless_empty(&mut self, name: &'a str, value: JsonView<'a>) {
        match value {
            JsonView::List(values) if values.is_empty() => {}
            JsonView::Object(object) if object.0.is_empty() => {}
            value => self.member(name, value),
        }
    }
}

impl<'a> JsonView<'a> {
    /// Converts a value, which must serialize as JSON.
    pub(crate) fn raw(value: &(impl Serialize + ?Sized)) -> Self {
        Self::Raw(Cow::Owned(to_raw_value(value).unwrap_or_default()))
    }

    #[inline]
    pub(crate) fn list(values: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        let values = values.into_iter();
        let mut list = Vec::with_capacity(values.size_hint().0);
        for value in values {
            list.push(value.into());
        }
        Self::List(list)
    }

    pub(crate) fn object(
        members: impl IntoIterator<Item = (impl Into<Cow<'a, str>>, impl Into<Self>)>,
    ) -> Self {
        let members = members.into_iter();
        let mut object = ObjectView(Vec::with_capacity(members.size_hint().0));
        for (name, value) in members {
            object.member(name, value);
        }
        Self::Object(object)
    }

    /// Returns the value as JSON. Indents it by two spaces per level if `pretty` is set.
    pub(crate) fn write(&self, pretty: bool) -> String {
        let view = View::<true>(self);
        let json = if pretty {
            serde_json::to_string_pretty(&view)
        } else {
            serde_json::to_string(&view)
        };
        // Never fails: the keys of all objects are strings.
        json.unwrap_or_default()
    }

    /// Returns the value as JSON text.
    pub(crate) fn to_raw(&self) -> Box<RawValue> {
        // Never fails: the keys of all objects are strings.
        to_raw_value(&View::<true>(self)).unwrap_or_default()
    }
}

impl Serialize for JsonView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        View::<false>(self).serialize(serializer)
    }
}

/// Serializes a view. `IS_JSON` is true if the serializer is `serde_json`'s, which can copy JSON
/// text.
struct View<'a, const IS_JSON: bool>(&'a JsonView<'a>);

impl<const IS_JSON: bool> Serialize for View<'_, IS_JSON> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            JsonView::Null => serializer.serialize_unit(),
            JsonView::Bool(value) => serializer.serialize_bool(*value),
            JsonView::Raw(json) if IS_JSON => json.serialize(serializer),
            JsonView::Raw(json) => value_of(json).serialize(serializer),
            JsonView::Text(text) => serializer.serialize_str(text),
            JsonView::List(values) => serializer.collect_seq(values.iter().map(Self)),
            JsonView::Object(ObjectView(members)) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, Self(value))))
            }
        }
    }
}

/// Parses JSON that `serde_json` wrote. Unlike `serde_json`, reads each number exactly.
#[inline]
pub(crate) fn value_of(json: &RawValue) -> Value {
    match Kind::of(json) {
        Kind::List => listed(json, |item| Some(value_of(item)))
            .unwrap_or_default()
            .into(),
        Kind::Object => {
            let mut members = Map::new();
            each(json, &mut |name, value| {
                _ = members.insert(name, value_of(value));
            });
            members.into()
        }
        Kind::Number if json.get().contains(['.', 'e', 'E']) => {
            json.get().parse::<f64>().unwrap_or_default().into()
        }
        _ => read(json).unwrap_or_default(),
    }
}

/// A JSON value, stored as text. Values other than strings are stored as the text that `serde_json`
/// wrote, because a minimal program without [`Value`] and numbers with a decimal point is 7 %
/// smaller.
#[derive(Clone, Debug)]
pub enum JsonText {
    /// A string.
    Text(String),
    /// Any other value, on one line and without control characters. Convert a [`Value`] to create
    /// it.
    #[non_exhaustive]
    Other(Box<RawValue>),
}

impl JsonText {
    /// Converts a number, a Boolean or `()`, which becomes null.
    #[inline]
    pub(crate) fn scalar(value: impl Serialize) -> Self {
        Self::Other(to_raw_value(&value).unwrap_or_default())
    }

    pub(crate) fn value(&self) -> Value {
        match self {
            Self::Text(text) => text.clone().into(),
            Self::Other(json) => value_of(json),
        }
    }

    pub(crate) fn raw(&self) -> Cow<'_, RawValue> {
        match self {
            Self::Text(text) => Cow::Owned(to_raw_value(text).unwrap_or_default()),
            Self::Other(json) => Cow::Borrowed(json),
        }
    }

    /// Returns a string without quotes, and any other value as JSON.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Other(json) => json.get(),
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self, Self::Other(json) if json.get() == "null")
    }

    /// Sanitizes a string, and truncates it to the cap. An array or object that exceeds the cap
    /// becomes a string.
    pub(crate) fn sanitize(&mut self, cap: usize) {
        match self {
            Self::Text(text) => sanitize(text, cap),
            Self::Other(json) => {
                let json = json.get();
                if json.len() > cap && json.starts_with(['[', '{']) {
                    *self = Self::Text(clean_capped(&json, cap));
                }
            }
        }
    }

    pub(crate) fn view(&self) -> JsonView<'_> {
        match self {
            Self::Text(text) => text.into(),
            Self::Other(json) => JsonView::Raw(Cow::Borrowed(json)),
        }
    }
}

impl PartialEq for JsonText {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(own), Self::Text(other)) => own == other,
            (Self::Other(own), Self::Other(other)) => own.get() == other.get(),
            _ => false,
        }
    }
}

/// Sanitizes all strings in a list or an object. If a part is nested too deeply, it becomes a
/// string.
impl From<Value> for JsonText {
    fn from(mut value: Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text),
            _ => {
                sanitize_value(&mut value, MAX_DEPTH);
                Self::scalar(value)
            }
        }
    }
}

/// The maximum nesting depth of a value, without the envelope. Parsers such as `serde_json` only
/// accept 128 levels.
const MAX_DEPTH: usize = 100;

/// Implements `Serialize` for types that convert to [`JsonView`].
macro_rules! serialize_view {
    ($($type:ty),*) => {$(
        impl serde_core::Serialize for $type {
            fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
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
    u8 => |number| u64::from(number).into();
    u16 => |number| u64::from(number).into();
    u64 => |number| Self::raw(&number);
    Cow<'a, str> => |text| Self::Text(text);
    &'a str => |text| Self::Text(text.into());
    &'a String => |text| Self::Text(text.into());
    String => |text| Self::Text(text.into());
    ObjectView<'a> => |object| Self::Object(object);
}
