//! Detects the format of a text without reading all of it into memory.

use super::parse_error::ParseError;
use super::{Format, brief, human, tagged};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// The detected kind of a text.
pub(super) enum Shown {
    /// An error in a format.
    As(Format),
    /// A record as serde writes it.
    Record,
}

pub(super) fn detect(text: &str) -> Result<Option<Shown>, ParseError> {
    let start = text.trim_start();
    if start.starts_with('{') {
        let mut reader = serde_json::Deserializer::from_str(text);
        let shape = reader.deserialize_map(Shape::default()).and_then(|shape| reader.end().map(|()| shape));
        return shape.map(|shape| shape.shown()).map_err(|error| ParseError::json(None, text, &error));
    }
    if start.starts_with(tagged::START) {
        return Ok(Some(Shown::As(Format::Tagged)));
    }
    // Before XML, which a message may quote anywhere.
    if human::parse::looks_human(start) {
        return Ok(Some(Shown::As(Format::Human)));
    }
    if brief::looks_brief(start) {
        return Ok(Some(Shown::As(Format::Brief)));
    }
    let is_xml = start.contains("<tool_error") || start.contains("<validation_error");
    Ok(is_xml.then_some(Shown::As(Format::Xml)))
}

/// The top-level members of a JSON object that distinguish the formats.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "which members there are, one flag each")]
struct Shape {
    has_ok: bool,
    error: Option<ErrorMember>,
    has_code: bool,
    has_message: bool,
    has_type: bool,
    has_text: bool,
    /// Whether `status` is that of a failure.
    failed: bool,
}

#[derive(Clone, Copy)]
enum ErrorMember {
    Object,
    Other,
}

impl Shape {
    fn shown(&self) -> Option<Shown> {
        let format = match self.error {
            _ if self.has_ok => Some(Format::Envelope),
            Some(ErrorMember::Object) => Some(Format::Nested),
            Some(ErrorMember::Other) => Some(Format::Flat),
            None if self.has_code && self.has_message => return Some(Shown::Record),
            // Many objects have a title or a type; a problem has more.
            None if self.failed || self.has_code || (self.has_type && self.has_text) => Some(Format::Problem),
            None => None,
        };
        format.map(Shown::As)
    }
}

impl<'de> Visitor<'de> for Shape {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "ok" => self.has_ok = true,
                "type" => self.has_type = true,
                "title" | "detail" => self.has_text = true,
                "code" => self.has_code = true,
                "message" => self.has_message = true,
                "status" => {
                    self.failed = map.next_value::<serde_json::Value>()?.as_u64().is_some_and(|status| status >= 400);
                    continue;
                }
                _ if name.eq_ignore_ascii_case("error") => {
                    self.error = Some(map.next_value_seed(IsObject)?);
                    continue;
                }
                _ => {}
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(self)
    }
}

/// Whether a value is an object, without keeping it.
struct IsObject;

impl<'de> DeserializeSeed<'de> for IsObject {
    type Value = ErrorMember;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<ErrorMember, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for IsObject {
    type Value = ErrorMember;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ErrorMember, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(ErrorMember::Object)
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut sequence: A) -> Result<ErrorMember, A::Error> {
        while sequence.next_element::<IgnoredAny>()?.is_some() {}
        Ok(ErrorMember::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<ErrorMember, E> {
        Ok(ErrorMember::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<ErrorMember, E> {
        Ok(ErrorMember::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<ErrorMember, E> {
        Ok(ErrorMember::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<ErrorMember, E> {
        Ok(ErrorMember::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<ErrorMember, E> {
        Ok(ErrorMember::Other)
    }

    fn visit_unit<E>(self) -> Result<ErrorMember, E> {
        Ok(ErrorMember::Object)
    }
}
