//! Reads JSON documents.

use super::{JsonView, ObjectView, value_of};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;

/// Parses JSON. Unlike [`Value`], keeps the order of the members.
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
                Ok(JsonView::raw(&number))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(text.to_owned().into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
                let items = std::iter::from_fn(|| items.next_element().transpose());
                items.collect::<Result<_, _>>().map(JsonView::List)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
                let members = std::iter::from_fn(|| members.next_entry().transpose());
                members.collect::<Result<_, _>>().map(|members| JsonView::Object(ObjectView(members)))
            }
        }
        deserializer.deserialize_any(InOrder)
    }
}

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

    /// Reads numbers with a decimal point or an exponent again from the `json` that the view was parsed from. `serde_json`
    /// only reads them exactly with a feature that would also affect the program's own data.
    pub(crate) fn read_numbers_exactly(&mut self, json: &str) {
        match self {
            Self::Raw(number) if number.get().contains(['.', 'e']) => {
                *self = json.parse().map_or(Self::Null, |number: f64| Self::raw(&number));
            }
            Self::List(values) => {
                let items: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
                values.iter_mut().zip(items).for_each(|(value, item)| value.read_numbers_exactly(item.get()));
            }
            Self::Object(ObjectView(members)) => {
                let items: MembersInOrder<'_> = serde_json::from_str(json).unwrap_or_default();
                let values = members.iter_mut().zip(items.0);
                values.for_each(|((_, value), item)| value.read_numbers_exactly(item.get()));
            }
            Self::Null | Self::Bool(_) | Self::Raw(_) | Self::Text(_) => {}
        }
    }

    /// Returns the notation of a number, which may be in a string.
    pub(crate) fn number(&self) -> Option<String> {
        match self {
            Self::Raw(number) => Some(number.get().to_owned()),
            Self::Text(text) => Some(text.to_string()),
            Self::Null | Self::Bool(_) | Self::List(_) | Self::Object(_) => None,
        }
    }

    /// Converts the value. If several members have the same name, the last one wins.
    pub(crate) fn into_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Raw(json) => value_of(json.get()),
            Self::Text(text) => Value::String(text.into_owned()),
            Self::List(values) => Value::Array(values.into_iter().map(JsonView::into_value).collect()),
            Self::Object(ObjectView(members)) => Value::Object(
                members.into_iter().map(|(name, value)| (name.into_owned(), value.into_value())).collect(),
            ),
        }
    }
}

/// The values of an object's members.
#[derive(Default)]
struct MembersInOrder<'de>(Vec<&'de RawValue>);

impl<'de> Deserialize<'de> for MembersInOrder<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = MembersInOrder<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
                let values = std::iter::from_fn(|| members.next_entry::<IgnoredAny, _>().transpose());
                values.map(|member| member.map(|(_, value)| value)).collect::<Result<_, _>>().map(MembersInOrder)
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
