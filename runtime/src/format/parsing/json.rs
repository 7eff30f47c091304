//! Reads JSON: this crate's formats, serialized records, and other objects with a message or a code.

use super::error::ParseError;
use super::members::{Dialect, MESSAGES, Members, read_record};
use crate::error::listing::VALUES_FROM;
use crate::error::record::ErrorRecord;
use crate::format::Format;
use crate::json::JsonView;
use serde::de::{Deserialize, Deserializer};
use serde_json::Value;

pub(super) fn parse_as(format: Format, text: &str) -> Result<ErrorRecord, ParseError> {
    let members = members(Some(format), text)?;
    let mistake = mistyped(&members).filter(|_| format == Format::Nested);
    let record = mistake.map_or_else(|| read(Some(format), members), Err);
    record.map_err(|reason| rejected(Some(format), text, reason))
}

/// Reads an error in the format that its members suggest. If the error has neither `ok` nor `retryable`, another
/// program probably wrote it, so its advice moves to the context.
pub(super) fn parse(text: &str) -> Result<ErrorRecord, ParseError> {
    let members = members(None, text)?;
    let format = detected(&members);
    if !describes_error(&members) {
        return Err(ParseError::unknown(text));
    }
    // The code and the message may be empty, but one of them must exist.
    let states_empty = ["\"code\"", "\"message\"", "\"detail\""].iter().any(|name| text.contains(name));
    let mut record = read(format, members).map_err(|reason| rejected(format, text, reason))?;
    if record.code.is_empty() && record.message.is_empty() && !states_empty {
        return Err(ParseError::unknown(text));
    }
    if format != Some(Format::Envelope) && record.facts.retryable.is_none() {
        mark_commands(&mut record);
    }
    Ok(record)
}

/// Reads the error in a failed response. Unlike [`parse`], accepts an object with any members. Returns `None` if the
/// text isn't a JSON object or a list of objects.
#[cfg(feature = "http")]
pub(crate) fn parse_failure(text: &str) -> Option<ErrorRecord> {
    let members = || members(None, text).ok();
    let record = members().and_then(|members| read(detected(&members), members).ok());
    record.or_else(|| read_record(members()?, Dialect::Problem).ok())
}

impl<'de> Deserialize<'de> for ErrorRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = match JsonView::deserialize(deserializer)? {
            JsonView::Object(object) => read_record(object.into_members(), Dialect::Record),
            _ => Err("expected an object"),
        };
        object.map_err(serde::de::Error::custom)
    }
}

/// Returns the members of a JSON document. For a list of errors, returns the members of the first error.
fn members(format: Option<Format>, text: &str) -> Result<Members, ParseError> {
    let mut document: JsonView<'_> =
        serde_json::from_str(text).map_err(|error| ParseError::json(format, text, &error))?;
    document.read_numbers_exactly(text);
    let document = match document {
        JsonView::List(list) if format.is_none() => list.into_iter().next(),
        value => Some(value),
    };
    match document {
        Some(JsonView::Object(object)) => Ok(object.into_members()),
        _ => Err(rejected(format, text, "expected an object")),
    }
}

fn rejected(format: Option<Format>, text: &str, reason: &str) -> ParseError {
    match format {
        Some(format) => ParseError::malformed(format, text, 0, reason),
        None => ParseError::unknown(text),
    }
}

fn get<'a>(members: &'a Members, name: &str) -> Option<&'a JsonView<'static>> {
    members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

/// Whether the members describe an error. A title or a type isn't enough, because many objects have one.
fn describes_error(members: &Members) -> bool {
    let is_one_of =
        |names: &[&str]| members.iter().any(|(name, _)| names.iter().any(|one| name.eq_ignore_ascii_case(one)));
    let has_failed = members.iter().any(|(name, value)| {
        name == "status"
            && value.number().and_then(|status| status.parse::<u16>().ok()).is_some_and(|status| status >= 400)
    });
    has_failed
        || is_one_of(&["ok", "error", "errors", "code", "message", "detail"])
        || is_one_of(&MESSAGES[..4])
        || is_one_of(&["type"]) && is_one_of(&["title"])
}

/// Returns the format that the members suggest. Returns `None` for a serialized record and for any other object.
fn detected(members: &Members) -> Option<Format> {
    let error = members.iter().find(|(name, _)| name.eq_ignore_ascii_case("error")).map(|(_, value)| value);
    match error {
        _ if get(members, "ok").is_some() => Some(Format::Envelope),
        Some(JsonView::Object(_) | JsonView::Null) => Some(Format::Nested),
        Some(_) => Some(Format::Flat),
        None if get(members, "type").or_else(|| get(members, "title")).is_some() => Some(Format::Problem),
        None => None,
    }
}

fn read(format: Option<Format>, members: Members) -> Result<ErrorRecord, &'static str> {
    if let Some(Format::Envelope | Format::Nested) = format {
        let is_envelope = format == Some(Format::Envelope);
        if is_envelope && matches!(get(&members, "ok"), Some(JsonView::Bool(true))) {
            return Err("`ok` is true; this is not an error");
        }
        let dialect = if is_envelope { Dialect::Record } else { Dialect::Nested };
        let is_error = |name: &str| name == "error" || !is_envelope && name.eq_ignore_ascii_case("error");
        return match members.into_iter().find(|(name, _)| is_error(name)) {
            Some((_, JsonView::Object(error))) => read_record(error.into_members(), dialect),
            Some((_, JsonView::Null)) | None => Err("`error` is missing or null; this is not an error"),
            Some(_) => Err("`error` is not an object"),
        };
    }
    let is_nothing = |value: &JsonView<'_>| matches!(value, JsonView::Null | JsonView::Bool(false));
    match format {
        Some(Format::Flat) if members.iter().any(|(name, value)| name == "error" && is_nothing(value)) => {
            Err("`error` is false or null; this is not an error")
        }
        Some(Format::Flat) => read_record(members, Dialect::Flat),
        _ if ["code", "message"].iter().all(|name| has_string(&members, name)) => read_record(members, Dialect::Record),
        _ => read_listed(&members).map_or_else(|| read_record(members, Dialect::Problem), Ok),
    }
}

/// Reads an object whose `errors` list starts with an error, as in GraphQL and JSON:API.
fn read_listed(members: &Members) -> Option<ErrorRecord> {
    if ["message", "detail", "title"].iter().any(|name| has_string(members, name)) {
        return None;
    }
    let JsonView::List(errors) = get(members, "errors")? else { return None };
    let JsonView::Object(first) = errors.first()?.clone() else { return None };
    read_record(first.into_members(), Dialect::Problem).ok().filter(|record| !record.message.is_empty())
}

/// Checks the types in the `error` of a `Nested` document, as the original system does. Returns the mistake.
fn mistyped(members: &Members) -> Option<&'static str> {
    let (_, error) = members.iter().find(|(name, _)| name.eq_ignore_ascii_case("error"))?;
    let JsonView::Object(error) = error else { return None };
    error.clone().into_members().iter().find_map(|(name, value)| match name.to_ascii_lowercase().as_str() {
        _ if value.is_null() => None,
        "code" | "message" if value.as_str().is_none() => Some("the code or the message is not a string"),
        "details" if !matches!(value, JsonView::Object(_)) => Some("`details` is not an object"),
        _ => None,
    })
}

fn has_string(members: &Members, name: &str) -> bool {
    members.iter().any(|(known, value)| known == name && value.as_str().is_some())
}

/// Replaces each lone surrogate escape in a JSON document with `\ufffd`, the replacement character.
///
/// Programs that truncate strings by UTF-16 code units, as JavaScript does, may write `\ud83d` without its other half.
/// Parsers such as `serde_json` then reject the whole document.
pub(super) fn replace_lone_surrogates(json: &str) -> String {
    let (mut replaced, mut rest) = (String::with_capacity(json.len()), json);
    while let Some((before, escape)) = rest.find('\\').map(|at| rest.split_at(at)) {
        let unit = |at: usize| u16::from_str_radix(escape.get(at..)?.strip_prefix("\\u")?.get(..4)?, 16).ok();
        let (length, is_lone) = match (unit(0), unit(6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (12, false),
            (Some(0xd800..=0xdfff), _) => (6, true),
            // Skip the escaped character, because an escaped backslash doesn't start another escape.
            _ => (1 + escape[1..].chars().next().map_or(0, char::len_utf8), false),
        };
        replaced.push_str(before);
        replaced.push_str(if is_lone { "\\ufffd" } else { &escape[..length] });
        rest = &escape[length..];
    }
    replaced + rest
}

/// Moves commands and actions of a server to the context, because agents might otherwise run them without asking.
pub(crate) fn mark_commands(record: &mut ErrorRecord) {
    if let Some(fix) = record.fix_command.take() {
        record.context.insert("server_fix", fix);
    }
    if let Some(commands) = record.context.remove(VALUES_FROM) {
        record.context.insert("server_values_from", commands.json());
    }
    if let Some(check) = record.check_command.take() {
        record.context.insert("server_check", check);
    }
    if !record.actions.is_empty() {
        let actions = std::mem::take(&mut record.actions);
        record.context.insert("server_actions", Value::from(actions));
    }
}
