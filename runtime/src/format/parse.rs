//! Text back to a record, in the format that it is in.

use super::read::{Dialect, RecordSeed};
use super::{Format, human, tagged, xml};
use crate::exit;
use crate::record::ErrorRecord;
use agent_error_macros::AgentError;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// Reads an error in any format.
///
/// ```
/// use agent_error::{AgentError, Format, parse};
///
/// let record = parse("[error:FILE_STALE] the file changed\nhint: read it again")?;
/// assert_eq!(record.code(), "FILE_STALE");
/// assert_eq!(record.suggestion().as_deref(), Some("read it again"));
/// assert_eq!(parse("{}").unwrap_err().code(), "ERROR_FORMAT_UNKNOWN");
/// # Ok::<(), agent_error::ParseError>(())
/// ```
///
/// # Errors
///
/// [`ParseError`] if the text looks like no format, or is broken in the one that it looks like.
pub fn parse(text: &str) -> Result<ErrorRecord, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let unknown = || ParseError::UnknownFormat { excerpt: excerpt(text) };
    let record = match detect(text)? {
        // What stands before a header is no part of it.
        Some(format @ (Format::Tagged | Format::Human)) => parse_as(format, text.trim_start())?,
        Some(format) => parse_as(format, text)?,
        None => return Err(unknown()),
    };
    // An object that only looks like a format says nothing.
    if record.code.is_empty() && record.message.is_empty() { Err(unknown()) } else { Ok(record) }
}

pub(super) fn parse_as(format: Format, text: &str) -> Result<ErrorRecord, ParseError> {
    match format {
        Format::Human => human::parse::parse(text),
        Format::Envelope | Format::Nested | Format::Flat | Format::Problem => {
            let mut reader = serde_json::Deserializer::from_str(text);
            let parsed = match format {
                Format::Envelope => Outer(Dialect::Record).deserialize(&mut reader),
                Format::Nested => Outer(Dialect::Nested).deserialize(&mut reader),
                Format::Flat => RecordSeed(Dialect::Flat).deserialize(&mut reader),
                _ => RecordSeed(Dialect::Problem).deserialize(&mut reader),
            };
            let ended = parsed.and_then(|record| reader.end().map(|()| record));
            ended.map_err(|error| ParseError::json(Some(format), text, &error))
        }
        Format::Xml => xml::parse::parse(text),
        Format::Tagged => tagged::parse(text),
    }
}

/// The format that the text looks like.
fn detect(text: &str) -> Result<Option<Format>, ParseError> {
    let start = text.trim_start();
    if start.starts_with('{') {
        let mut reader = serde_json::Deserializer::from_str(text);
        let shape = reader.deserialize_map(Shape::default()).and_then(|shape| reader.end().map(|()| shape));
        return shape.map(|shape| shape.format()).map_err(|error| ParseError::json(None, text, &error));
    }
    if start.starts_with(tagged::START) {
        return Ok(Some(Format::Tagged));
    }
    // Before XML, which may stand anywhere in a text: a message may quote it.
    if human::parse::looks_human(start) {
        return Ok(Some(Format::Human));
    }
    let is_xml = start.contains("<tool_error") || start.contains("<validation_error");
    Ok(is_xml.then_some(Format::Xml))
}

/// The top-level members of a JSON object that tell the formats apart.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "which members there are, one flag each")]
struct Shape {
    has_ok: bool,
    error: Option<ErrorMember>,
    has_code: bool,
    has_type: bool,
    has_text: bool,
    /// Whether `status` is one of a failure.
    failed: bool,
}

#[derive(Clone, Copy)]
enum ErrorMember {
    Object,
    Other,
}

impl Shape {
    fn format(&self) -> Option<Format> {
        match self.error {
            _ if self.has_ok => Some(Format::Envelope),
            Some(ErrorMember::Object) => Some(Format::Nested),
            Some(ErrorMember::Other) => Some(Format::Flat),
            // Many objects have a title or a type; a problem says more.
            None if self.failed || self.has_code || (self.has_type && self.has_text) => Some(Format::Problem),
            None => None,
        }
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

/// Reads the `error` of the object around it: of an envelope that is not `ok`, or of `Nested`.
struct Outer(Dialect);

impl<'de> DeserializeSeed<'de> for Outer {
    type Value = ErrorRecord;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<ErrorRecord, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Outer {
    type Value = ErrorRecord;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `error`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ErrorRecord, A::Error> {
        let mut record = None;
        while let Some(name) = map.next_key::<String>()? {
            let in_any_case = self.0 == Dialect::Nested && name.eq_ignore_ascii_case("error");
            if name == "error" || in_any_case {
                record = map.next_value_seed(Nullable(self.0))?;
            } else if name == "ok" && self.0 == Dialect::Record && map.next_value::<bool>()? {
                return Err(A::Error::custom("`ok` is true; this is no error"));
            } else if name != "ok" || self.0 != Dialect::Record {
                map.next_value::<IgnoredAny>()?;
            }
        }
        record.ok_or_else(|| A::Error::custom("`error` is missing or null; this is no error"))
    }
}

/// A record, or `null`.
struct Nullable(Dialect);

impl<'de> DeserializeSeed<'de> for Nullable {
    type Value = Option<ErrorRecord>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for Nullable {
    type Value = Option<ErrorRecord>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an error object or null")
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        RecordSeed(self.0).deserialize(deserializer).map(Some)
    }
}

/// Why a text could not be read as an error.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unlinked, exit = exit::sysexits::DATAERR)]
#[non_exhaustive]
pub enum ParseError {
    /// The text looks like none of the formats.
    #[code(
        "ERROR_FORMAT_UNKNOWN",
        shared,
        phase = validation,
        suggest = "Pass one error in one of the formats envelope, nested, flat, problem, xml, tagged or human"
    )]
    UnknownFormat {
        /// How the text begins.
        excerpt: String,
    },
    /// The text looks like a format, but breaks its rules.
    #[code(
        "ERROR_TEXT_MALFORMED",
        shared,
        phase = validation,
        suggest = "Correct the text at line {line}, column {column}, or name the format that it is really in"
    )]
    Malformed {
        /// The format that was expected; none for JSON that breaks off before it shows one.
        format: Option<Format>,
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFormat { .. } => f.write_str("the text is in no known error format"),
            Self::Malformed { format, line, column, reason } => {
                match format {
                    Some(format) => write!(f, "not an error in the format {format}")?,
                    None => f.write_str("not valid JSON")?,
                }
                write!(f, ": {reason} at line {line}, column {column}")
            }
        }
    }
}

impl std::error::Error for ParseError {}

impl ParseError {
    /// What is wrong at a byte offset of the text.
    pub(super) fn malformed(format: Format, text: &str, offset: usize, reason: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self::Malformed {
            format: Some(format),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            reason: reason.into(),
        }
    }

    fn json(format: Option<Format>, text: &str, error: &serde_json::Error) -> Self {
        let message = error.to_string();
        let position = format!(" at line {} column {}", error.line(), error.column());
        let reason = message.strip_suffix(&position).unwrap_or(&message).to_owned();
        // serde_json counts bytes, the one that it stumbled over included.
        let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
        let bytes = line.as_bytes().get(..error.column()).unwrap_or(line.as_bytes());
        let column = String::from_utf8_lossy(bytes).chars().count();
        Self::Malformed { format, line: error.line(), column, reason }
    }
}

/// How a text begins, for a message.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    crate::text::clean(&text.chars().take(LONGEST).collect::<String>())
}
