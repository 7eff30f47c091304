//! Detects the format of a text. Skips over JSON values instead of storing them.

use super::error::ParseError;
use super::read::Named;
use super::{brief, human};
use crate::format::Format;
use crate::format::tagged::START;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// The result of the detection.
pub(super) enum Detected {
    /// An error in one of the formats.
    As(Format),
    /// A serialized record.
    Record,
}

pub(super) fn detect(text: &str) -> Result<Option<Detected>, ParseError> {
    // JSON allows only ASCII white space. Other white space is skipped too, so that the JSON parser reports it.
    let start = text.trim_ascii_start();
    let start = if start.starts_with('{') { start } else { start.trim_start() };
    if let Some(members) = start.strip_prefix('{') {
        if begins_with_ok(members) {
            return Ok(Some(Detected::As(Format::Envelope)));
        }
        let mut reader = serde_json::Deserializer::from_str(text);
        let mut shape = Shape::default();
        return match reader.deserialize_map(&mut shape).and_then(|()| reader.end()) {
            Err(error) if !shape.has_ok => Err(ParseError::json(None, text, &error)),
            _ => Ok(shape.detected()),
        };
    }
    if start.starts_with(START) {
        return Ok(Some(Detected::As(Format::Tagged)));
    }
    // Checked before XML, because a message may quote XML.
    if human::looks_human(start) {
        return Ok(Some(Detected::As(Format::Human)));
    }
    if brief::looks_brief(start) {
        return Ok(Some(Detected::As(Format::Brief)));
    }
    let is_xml = start.contains("<tool_error") || start.contains("<validation_error");
    Ok(is_xml.then_some(Detected::As(Format::Xml)))
}

/// Whether the first member is `ok`, as in every envelope of this crate. This check avoids the JSON parser, which can
/// only be stopped with an error. That error costs up to a tenth of the time for parsing the envelope.
fn begins_with_ok(members: &str) -> bool {
    let after = members.trim_ascii_start().strip_prefix("\"ok\"");
    after.is_some_and(|after| after.trim_ascii_start().starts_with(':'))
}

/// The top-level members that distinguish the JSON formats.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "which members there are, one flag each")]
struct Shape {
    has_ok: bool,
    error: Option<ErrorMember>,
    has_code: bool,
    has_message: bool,
    has_type: bool,
    has_text: bool,
    /// Whether `status` is at least 400.
    failed: bool,
}

#[derive(Clone, Copy)]
enum ErrorMember {
    Object,
    Other,
}

/// A member that distinguishes the formats.
enum Member {
    Ok,
    Error,
    Code,
    Message,
    Type,
    Text,
    Status,
    Other,
}

impl Member {
    fn named(name: &str) -> Self {
        match name {
            "ok" => Self::Ok,
            "type" => Self::Type,
            "title" | "detail" => Self::Text,
            "code" => Self::Code,
            "message" => Self::Message,
            "status" => Self::Status,
            _ if name.eq_ignore_ascii_case("error") => Self::Error,
            _ => Self::Other,
        }
    }
}

impl Shape {
    fn detected(&self) -> Option<Detected> {
        let format = match self.error {
            _ if self.has_ok => Some(Format::Envelope),
            Some(ErrorMember::Object) => Some(Format::Nested),
            Some(ErrorMember::Other) => Some(Format::Flat),
            None if self.has_code && self.has_message => return Some(Detected::Record),
            // Many objects have a title or a type, so a problem needs more than one of these members.
            None if self.failed || self.has_code || (self.has_type && self.has_text) => Some(Format::Problem),
            None => None,
        };
        format.map(Detected::As)
    }
}

impl<'de> Visitor<'de> for &mut Shape {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(member) = map.next_key_seed(Named(Member::named))? {
            match member {
                // `ok` settles the format. Returning an error skips the rest of the document.
                Member::Ok => {
                    self.has_ok = true;
                    return Err(A::Error::custom("an envelope"));
                }
                Member::Status => {
                    self.failed = map.next_value::<serde_json::Value>()?.as_u64().is_some_and(|status| status >= 400);
                    continue;
                }
                Member::Error => {
                    self.error = Some(map.next_value_seed(IsObject)?);
                    continue;
                }
                Member::Type => self.has_type = true,
                Member::Text => self.has_text = true,
                Member::Code => self.has_code = true,
                Member::Message => self.has_message = true,
                Member::Other => {}
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// Checks whether a value is an object, and discards the value.
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
