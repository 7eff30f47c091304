//! Deserializes a [`FieldError`].

use super::FieldError;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

impl<'de> Deserialize<'de> for FieldError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldVisitor;
        impl<'de> Visitor<'de> for FieldVisitor {
            type Value = FieldError;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an invalid field with `field` and `message`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FieldError, A::Error> {
                let mut error = FieldError::new("", "");
                let (mut named, mut explained, mut sent) = (false, false, None);
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "field" => (error.field, named) = (map.next_value()?, true),
                        "message" => (error.message, explained) = (map.next_value()?, true),
                        "sent" => sent = Some(map.next_value::<Value>()?),
                        "missing" if map.next_value()? => error = error.missing(),
                        "missing" => {}
                        "expected" => error.expected = map.next_value()?,
                        "options" => error.options = map.next_value()?,
                        "line" => error.line = map.next_value()?,
                        "nearest" => error.nearest = map.next_value()?,
                        other => return Err(A::Error::unknown_field(other, &[])),
                    }
                }
                // Set the value last: `sent` checks the field's name to decide whether the value is a secret.
                let error = sent.into_iter().fold(error, FieldError::sent);
                if named && explained { Ok(error) } else { Err(A::Error::missing_field("field")) }
            }
        }
        deserializer.deserialize_map(FieldVisitor)
    }
}
