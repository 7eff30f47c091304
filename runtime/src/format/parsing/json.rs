//! Reads JSON: envelopes, problem details, serialized records, and other objects with a message or
//! a code.

use super::members::{Dialect, MESSAGES, add_missing, context_value, read_record};
use crate::error::listing::VALUES_FROM;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::json::levels::{Kind, each, last_member, member, read};
use crate::ready::parse_error::ParseError;
use serde_json::value::RawValue;

/// Reads an envelope.
pub(crate) fn read_envelope(text: &str) -> Result<ErrorRecord, ParseError> {
    let document = json_document(text)?;
    if member(&document, "ok").is_none() {
        return Err(ParseError::other_format());
    }
    let record = read_with_siblings(Shape::Envelope, &document);
    record.map_err(|reason| ParseError::malformed_in("json", reason))
}

/// Reads problem details.
pub(crate) fn read_problem(text: &str) -> Result<ErrorRecord, ParseError> {
    let document = json_document(text)?;
    if detected(&document) != Shape::Problem {
        return Err(ParseError::other_format());
    }
    let record = read_as(Shape::Problem, &document);
    record.map_err(|reason| ParseError::malformed_in("problem", reason))
}

/// Whether a document describes an error. Many objects have a title.
pub(crate) fn looks_like_problem(text: &str) -> bool {
    json_document(text).is_ok_and(|document| describes_error(&document))
}

/// Parses a document that may be a JSON object, or a list of objects.
fn json_document(text: &str) -> Result<Box<RawValue>, ParseError> {
    let start = text.trim_start();
    let list = start.strip_prefix('[').map(str::trim_start);
    let starts_object = |text: &str| text.starts_with('{');
    if !starts_object(start) && !list.is_some_and(starts_object) {
        return Err(ParseError::other_format());
    }
    document(text).map_err(|error| ParseError::malformed(format!("not valid JSON: {error}")))
}

/// Reads an error of another program: a JSON object with a message or a code. If the error has
/// neither `ok` nor `retryable`, its advice moves to the context.
pub(crate) fn read_other(text: &str) -> Result<ErrorRecord, ParseError> {
    let document = match json_document(text) {
        Err(error) if error.is_other_format() => return Err(ParseError::unknown(text)),
        document => document?,
    };
    let object = first_of(&document);
    if !describes_error(object) {
        return Err(ParseError::unknown(text));
    }
    // The code and the message may be empty, but one of them must exist.
    let states = |object| {
        ["code", "message", "detail"]
            .iter()
            .any(|name| member(object, name).is_some())
    };
    let states_empty = states(object) || error_of(object).is_some_and(states);
    let shape = detected(object);
    let mut record = read_with_siblings(shape, object).map_err(|reason| match shape.name() {
        Some(name) => ParseError::malformed_in(name, reason),
        None => ParseError::unknown(text),
    })?;
    if record.fields.code.is_empty() && record.fields.message.is_empty() && !states_empty {
        return Err(ParseError::unknown(text));
    }
    if shape != Shape::Envelope && record.fields.facts.retryable.is_none() {
        mark_commands(&mut record);
    }
    Ok(record)
}

/// The shape of a JSON object that describes an error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Envelope,
    /// The error is an object in `error`.
    Nested,
    /// The message, the code or `true` is in `error`.
    Flat,
    /// Problem details (RFC 9457).
    Problem,
    /// A serialized record, or any other object.
    Other,
}

impl Shape {
    fn name(self) -> Option<&'static str> {
        match self {
            Self::Envelope => Some("json"),
            Self::Nested => Some("nested"),
            Self::Flat => Some("flat"),
            Self::Problem => Some("problem"),
            Self::Other => None,
        }
    }
}

/// Reads the error in a failed response, with any members. Returns `None` unless it's an object or
/// a list of objects.
#[cfg(feature = "http")]
pub(crate) fn parse_failure(document: &RawValue) -> Option<ErrorRecord> {
    let object = first_of(document);
    read_with_siblings(detected(object), object)
        .or_else(|_| read_record(object, Dialect::Problem))
        .ok()
}

/// Checks a JSON document. Accepts numbers of any size and any nesting depth, so that no value
/// costs the code.
pub(crate) fn document(text: &str) -> serde_json::Result<Box<RawValue>> {
    RawValue::from_string(repaired(text))
}

/// Returns the first error in a list of errors, and any other document unchanged.
fn first_of(document: &RawValue) -> &RawValue {
    let mut first = None;
    if Kind::of(document) == Kind::List {
        each(document, &mut |_, item| _ = first.get_or_insert(item));
    }
    first.unwrap_or(document)
}

/// Whether the members describe an error. A title or a type isn't enough, because many objects have
/// one.
fn describes_error(object: &RawValue) -> bool {
    let (mut is_error, mut has_type, mut has_title) = (false, false, false);
    each(object, &mut |name, value| {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let has_failed = || {
            read::<u16>(value)
                .or_else(|| read::<String>(value)?.parse().ok())
                .is_some_and(|status| status >= 400)
        };
        is_error |= ["ok", "error", "errors", "code", "message", "detail"]
            .into_iter()
            .any(is)
            || MESSAGES[..4].iter().any(|known| is(known))
            || name == "status" && has_failed();
        has_type |= is("type");
        has_title |= is("title");
    });
    is_error || has_type && has_title
}

/// Returns the shape that the members suggest.
fn detected(object: &RawValue) -> Shape {
    let is_envelope =
        |ok: &RawValue| ok.get() == "true" || read_as(Shape::Envelope, object).is_ok();
    match error_of(object).map(Kind::of) {
        _ if member(object, "ok").is_some_and(is_envelope) => Shape::Envelope,
        Some(Kind::Object | Kind::Null) => Shape::Nested,
        Some(_) => Shape::Flat,
        None if ["type", "title"]
            .iter()
            .any(|name| member(object, name).is_some()) =>
        {
            Shape::Problem
        }
        None => Shape::Other,
    }
}

/// Returns the member `error` in any case, as Go does, or its first element if it's a list.
fn error_of(object: &RawValue) -> Option<&RawValue> {
    last_member(object, &|name| name.eq_ignore_ascii_case("error")).map(first_of)
}

/// The maximum number of objects in which an error may be wrapped, each in a member `error`. Each
/// one is read again, so the time must not grow with their number.
const MOST_WRAPPERS: usize = 4;

/// Reads an error. If `error` is an object, the members beside it belong to the error, too.
fn read_with_siblings(shape: Shape, object: &RawValue) -> Result<ErrorRecord, &'static str> {
    match shape {
        Shape::Envelope => {
            const OWN: &[&str] = &["ok", "error", "data", "warnings", "meta"];
            let mut record = read_as(shape, object)?;
            add_siblings(&mut record, object, &|name| OWN.contains(&name));
            Ok(record)
        }
        Shape::Nested => read_wrapped(object, MOST_WRAPPERS),
        _ => read_as(shape, object),
    }
}

/// Reads the error in the member `error`. If another `error` is inside, that's the error.
fn read_wrapped(object: &RawValue, levels: usize) -> Result<ErrorRecord, &'static str> {
    let inside = error_of(object).filter(|error| levels > 0 && wraps_error(error));
    let mut record = match inside {
        Some(wrapper) => read_wrapped(wrapper, levels - 1)?,
        None => read_as(Shape::Nested, object)?,
    };
    let is_own = |name: &str| name == "ok" || name.eq_ignore_ascii_case("error");
    add_siblings(&mut record, object, &is_own);
    Ok(record)
}

/// Whether an object only wraps an error: it has another `error` in place of a message.
fn wraps_error(object: &RawValue) -> bool {
    let has_message = last_member(object, &|name| name.eq_ignore_ascii_case("message")).is_some();
    let inner = error_of(object).map(Kind::of);
    !has_message && inner == Some(Kind::Object)
}

/// Adds the members beside `error`: a missing code, message or fact, and otherwise context.
fn add_siblings(record: &mut ErrorRecord, object: &RawValue, is_own: &dyn Fn(&str) -> bool) {
    let mut context = Vec::new();
    each(object, &mut |name, value| {
        let is_added =
            is_own(&name) || Kind::of(value) == Kind::Null || add_missing(record, &name, value);
        if !is_added {
            let value = context_value(&name, value);
            context.push((name, value));
        }
    });
    record.fields.context.extend_new(context);
}

fn read_as(shape: Shape, object: &RawValue) -> Result<ErrorRecord, &'static str> {
    if Kind::of(object) != Kind::Object {
        return Err("expected an object");
    }
    if let Shape::Envelope | Shape::Nested = shape {
        let is_envelope = shape == Shape::Envelope;
        if is_envelope && member(object, "ok").and_then(read) == Some(true) {
            return Err("`ok` is true; this is not an error");
        }
        let error = if is_envelope {
            member(object, "error")
        } else {
            error_of(object)
        };
        return match error.map(|error| (error, Kind::of(error))) {
            Some((error, Kind::Object)) if is_envelope => read_record(error, Dialect::Record),
            Some((error, Kind::Object)) => read_record(error, Dialect::Nested),
            Some((_, Kind::Null)) | None => Err("`error` is missing or null; this is not an error"),
            Some(_) => Err("`error` is not an object"),
        };
    }
    match shape {
        Shape::Flat
            if member(object, "error")
                .is_some_and(|error| matches!(error.get(), "null" | "false")) =>
        {
            Err("`error` is false or null; this is not an error")
        }
        Shape::Flat => read_record(object, Dialect::Flat),
        _ if ["code", "message"]
            .iter()
            .all(|name| has_string(object, name)) =>
        {
            read_record(object, Dialect::Record)
        }
        _ => read_listed(object).map_or_else(|| read_record(object, Dialect::Problem), Ok),
    }
}

/// Reads an object whose `errors` list starts with an error, as in GraphQL and JSON:API.
fn read_listed(object: &RawValue) -> Option<ErrorRecord> {
    if ["message", "detail", "title"]
        .iter()
        .any(|name| has_string(object, name))
    {
        return None;
    }
    let first = first_of(member(object, "errors").filter(|errors| Kind::of(errors) == Kind::List)?);
    read_record(first, Dialect::Problem)
        .ok()
        .filter(|record| !record.fields.message.is_empty())
}

fn has_string(object: &RawValue, name: &str) -> bool {
    member(object, name).is_some_and(|value| Kind::of(value) == Kind::Text)
}

/// Repairs JSON that parsers such as `serde_json` reject, so that no value costs the code. Programs
/// that truncate strings by UTF-16 code units, as JavaScript does, may write `\ud83d` without its
/// other half. It becomes `\ufffd`, the replacement character. `NaN` and infinities, which Python
/// writes, become strings.
fn repaired(json: &str) -> String {
    const NUMBERS: [&str; 3] = ["\"NaN\"", "\"Infinity\"", "\"-Infinity\""];
    let (mut repaired, mut rest, mut in_string) = (String::with_capacity(json.len()), json, false);
    while let Some((before, found)) = rest
        .find(['\\', '"', 'N', 'I', '-'])
        .map(|at| rest.split_at(at))
    {
        let unit = |at: usize| {
            u16::from_str_radix(found.get(at..)?.strip_prefix("\\u")?.get(..4)?, 16).ok()
        };
        let number = NUMBERS
            .into_iter()
            .find(|number| !in_string && found.starts_with(number.trim_matches('"')));
        let (length, replacement) = match (found.as_bytes()[0], unit(0), unit(6)) {
            (_, Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (12, None),
            (_, Some(0xd800..=0xdfff), _) => (6, Some("\\ufffd")),
            // Skip the escaped character, because an escaped backslash doesn't start another
            // escape.
            (b'\\', ..) => (
                1 + found[1..].chars().next().map_or(0, char::len_utf8),
                None,
            ),
            _ => (number.map_or(1, |number| number.len() - 2), number),
        };
        in_string ^= found.starts_with('"');
        repaired.push_str(before);
        repaired.push_str(replacement.unwrap_or(&found[..length]));
        rest = &found[length..];
    }
    repaired + rest
}

/// Moves commands and actions of a server to the context, because agents might otherwise run them
/// without asking.
pub(crate) fn mark_commands(record: &mut ErrorRecord) {
    if let Some(fix) = record.fields.fix_command.take() {
        record.fields.context.insert("server_fix", fix);
    }
    if let Some(commands) = record.fields.context.remove(VALUES_FROM) {
        record
            .fields
            .context
            .insert("server_values_from", commands.json());
    }
    if let Some(check) = record.fields.check_command.take() {
        record.fields.context.insert("server_check", check);
    }
    if !record.fields.actions.is_empty() {
        let actions = ContextValue::from_texts(std::mem::take(&mut record.fields.actions));
        record.fields.context.insert("server_actions", actions);
    }
}
