//! Reads JSON with any deserializer.

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer as _};
use serde_json::value::{RawValue, to_raw_value};
use std::fmt;

/// JSON on one line, read with any deserializer. Unlike [`Value`](serde_json::Value), keeps the order of the members.
pub(crate) struct Document(pub(crate) Box<RawValue>);

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Copy;
        impl<'de> Visitor<'de> for Copy {
            type Value = Document;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON value")
            }

            fn visit_unit<E>(self) -> Result<Document, E> {
                Ok(Document(RawValue::NULL.to_owned()))
            }

            fn visit_bool<E>(self, value: bool) -> Result<Document, E> {
                Ok(Document::scalar(&value))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Document, E> {
                Ok(Document::scalar(&number))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Document, E> {
                Ok(Document::scalar(&number))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Document, E> {
                Ok(Document::scalar(&number))
            }

            fn visit_str<E>(self, text: &str) -> Result<Document, E> {
                Ok(Document::scalar(text))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Document, A::Error> {
                let mut json = Vec::new();
                let mut serializer = serde_json::Serializer::new(&mut json);
                let mut list = serializer.serialize_seq(None).map_err(A::Error::custom)?;
                while let Some(Document(item)) = items.next_element()? {
                    list.serialize_element(&item).map_err(A::Error::custom)?;
                }
                SerializeSeq::end(list).map_err(A::Error::custom)?;
                Document::new(json).map_err(A::Error::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Document, A::Error> {
                let mut json = Vec::new();
                let mut serializer = serde_json::Serializer::new(&mut json);
                let mut object = serializer.serialize_map(None).map_err(A::Error::custom)?;
                while let Some((name, Document(value))) = members.next_entry::<String, _>()? {
                    object.serialize_entry(&name, &value).map_err(A::Error::custom)?;
                }
                SerializeMap::end(object).map_err(A::Error::custom)?;
                Document::new(json).map_err(A::Error::custom)
            }
        }
        deserializer.deserialize_any(Copy)
    }
}

impl Document {
    fn scalar(value: &(impl Serialize + ?Sized)) -> Self {
        // Never fails for a scalar.
        Self(to_raw_value(value).unwrap_or_default())
    }

    fn new(json: Vec<u8>) -> serde_json::Result<Self> {
        RawValue::from_string(String::from_utf8(json).unwrap_or_default()).map(Self)
    }
}
