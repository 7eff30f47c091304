//! Reads JSON: envelopes, problem details, serialized records, and other objects with a message or
//! a code.

use super::members::{Dialect, add_missing, read_record};
use super::values::context_value;
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
    let first = match start.strip_prefix('[') {
        Some(items) => items.trim_start(),
        None => start,
    };
    if !first.starts_with('{') {
        return Err(ParseError::other_format());
    }
    document(text).map_err(|error| ParseError::malformed(format!("not valid JSON: {error}")))
}

/// Reads an error of another program: a JSON object with a message or a code. If the error has
/// neither `ok` nor `retryable`, its advice moves to the context.
pub(crate) fn read_other(text: &str) -> Result<ErrorRecord, ParseError> {
    let document = json_document(text).map_err(|error| {
        if error.is_other_format() {
            ParseError::unknown(text)
        } else {
            error
        }
    })?;
    let object = first_of(&document);
    if !describes_error(object) {
        return Err(ParseError::unknown(text));
    }
    let shape = detected(object);
    let mut record = read_with_siblings(shape, object).map_err(|reason| match shape.name() {
        Some(name) => ParseError::malformed_in(name, reason),
        None => ParseError::unknown(text),
    })?;
    // The code and the message may be empty, but one of them must exist.
    let is_empty = record.fields.code.is_empty() && record.fields.message.is_empty();
    let inner = error_of(object).unwrap_or(object);
    let is_stated = has_code_or_message(object) || has_code_or_message(inner);
    if is_empty && !is_stated {
        return Err(ParseError::unknown(text));
    }
    if shape != Shape::Envelope && record.fields.facts.retryable.is_none() {
        mark_commands(&mut record);
    }
    Ok(record)
}

fn has_code_or_message(object: &RawValue) -> bool {
    ["code", "message", "detail"]
        .iter()
        .any(|name| member(object, name).is_some())
}

/// The shape of a JSON object that describes an error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Envelope,
    /// The error is an object in `error`.
    Nested,
    /// `error` contains the message, the code or `true`.
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
    if Kind::of(document) != Kind::List {
        return document;
    }
    let mut first = None;
    each(document, &mut |_, item| {
        if first.is_none() {
            first = Some(item);
        }
    });
    first.unwrap_or(document)
}

/// Whether the members describe an error. A title or a type isn't enough, because many objects have
/// one.
fn describes_error(object: &RawValue) -> bool {
    let mut is_error = false;
    let mut has_type = false;
    let mut has_title = false;
    each(object, &mut |name, value| {
        let name = name.as_str();
        is_error |= is_of_error(name) || (name == "status" && is_failed_status(value));
        has_type |= name.eq_ignore_ascii_case("type");
        has_title |= name.eq_ignore_ascii_case("title");
    });
    is_error || (has_type && has_title)
}

/// Whether only errors and responses have members with this name.
fn is_of_error(name: &str) -> bool {
    const NAMES: [&str; 10] = [
        "ok",
        "error",
        "errors",
        "code",
        "message",
        "detail",
        "error_description",
        "error_message",
        "errorMessage",
        "msg",
    ];
    NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
}

fn is_failed_status(value: &RawValue) -> bool {
    let status = match read::<String>(value) {
        Some(text) => text.parse().ok(),
        None => read::<u16>(value),
    };
    status.is_some_and(|status| status >= 400)
}

/// Returns the shape that the members suggest.
fn detected(object: &RawValue) -> Shape {
    if is_envelope(object) {
        return Shape::Envelope;
    }
    if let Some(error) = error_of(object) {
        return match Kind::of(error) {
            Kind::Object | Kind::Null => Shape::Nested,
            _ => Shape::Flat,
        };
    }
    if member(object, "type").is_some() || member(object, "title").is_some() {
        Shape::Problem
    } else {
        Shape::Other
    }
}

fn is_envelope(object: &RawValue) -> bool {
    let Some(ok) = member(object, "ok") else {
        return false;
    };
    ok.get() == "true" || read_as(Shape::Envelope, object).is_ok()
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
    let mut record = match error_of(object) {
        Some(wrapper) if levels > 0 && wraps_error(wrapper) => read_wrapped(wrapper, levels - 1)?,
        _ => read_as(Shape::Nested, object)?,
    };
    add_siblings(&mut record, object, &|name| {
        name == "ok" || name.eq_ignore_ascii_case("error")
    });
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
    each(object, &mut |name, json| {
        if is_own(&name) || Kind::of(json) == Kind::Null {
            return;
        }
        let is_added = add_missing(record, &name, json);
        if !is_added {
            let value = context_value(&name, json);
            context.push((name, value));
        }
    });
    record.fields.context.extend_new(context);
}

fn read_as(shape: Shape, object: &RawValue) -> Result<ErrorRecord, &'static str> {
    if Kind::of(object) != Kind::Object {
        return Err("expected an object");
    }
    match shape {
        Shape::Envelope => {
            let ok = member(object, "ok").map(RawValue::get);
            if ok == Some("true") {
                return Err("`ok` is true; this is not an error");
            }
            read_inner(member(object, "error"), Dialect::Record)
        }
        Shape::Nested => read_inner(error_of(object), Dialect::Nested),
        Shape::Flat => {
            let error = member(object, "error").map(RawValue::get);
            if matches!(error, Some("null" | "false")) {
                return Err("`error` is false or null; this is not an error");
            }
            read_record(object, Dialect::Flat)
        }
        Shape::Problem | Shape::Other => read_outer(object),
    }
}

/// Reads the object in the member `error`.
fn read_inner(error: Option<&RawValue>, dialect: Dialect) -> Result<ErrorRecord, &'static str> {
    let Some(error) = error else {
        return Err("`error` is missing or null; this is not an error");
    };
    match Kind::of(error) {
        Kind::Object => read_record(error, dialect),
        Kind::Null => Err("`error` is missing or null; this is not an error"),
        _ => Err("`error` is not an object"),
    }
}

/// Reads an object that has no member `error`.
fn read_outer(object: &RawValue) -> Result<ErrorRecord, &'static str> {
    if has_string(object, "code") && has_string(object, "message") {
        return read_record(object, Dialect::Record);
    }
    match read_listed(object) {
        Some(record) => Ok(record),
        None => read_record(object, Dialect::Problem),
    }
}

/// Reads an object whose `errors` list starts with an error, as in GraphQL and JSON:API.
fn read_listed(object: &RawValue) -> Option<ErrorRecord> {
    let mut messages = ["message", "detail", "title"].iter();
    if messages.any(|name| has_string(object, name)) {
        return None;
    }
    let errors = member(object, "errors")?;
    if Kind::of(errors) != Kind::List {
        return None;
    }
    let record = read_record(first_of(errors), Dialect::Problem).ok()?;
    (!record.fields.message.is_empty()).then_some(record)
}

fn has_string(object: &RawValue, name: &str) -> bool {
    member(object, name).is_some_and(|value| Kind::of(value) == Kind::Text)
}

/// Repairs JSON that parsers such as `serde_json` reject, so that no value costs the code. Programs
/// that truncate strings by UTF-16 code units, as JavaScript does, may write `\ud83d` without its
/// other half. It becomes `\ufffd`, the replacement character. `NaN` and infinities, which Python
/// writes, become strings.
fn repaired(json: &str) -> String {
    let mut repaired = String::with_capacity(json.len());
    let mut rest = json;
    let mut in_string = false;
    while let Some(start) = rest.find(['\\', '"', 'N', 'I', '-']) {
        let (before, found) = rest.split_at(start);
        let token = if found.starts_with('\\') {
            escape(found)
        } else if in_string {
            Token::unchanged(1)
        } else {
            special_number(found)
        };
        if found.starts_with('"') {
            in_string = !in_string;
        }
        let (read, unread) = found.split_at(token.length);
        repaired.push_str(before);
        repaired.push_str(token.replacement.unwrap_or(read));
        rest = unread;
    }
    repaired + rest
}

/// A token at the start of a string.
struct Token {
    length: usize,
    /// `None` if the token is valid.
    replacement: Option<&'static str>,
}

impl Token {
    const fn unchanged(length: usize) -> Self {
        Self {
            length,
            replacement: None,
        }
    }
}

/// Reads an escape sequence. A pair of surrogates is valid, but one alone isn't.
fn escape(text: &str) -> Token {
    const LENGTH: usize = "\\ud83d".len();
    let first = utf16_unit(text);
    let second = text.get(LENGTH..).and_then(utf16_unit);
    match (first, second) {
        (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => Token::unchanged(2 * LENGTH),
        (Some(0xd800..=0xdfff), _) => Token {
            length: LENGTH,
            replacement: Some("\\ufffd"),
        },
        // Skip the escaped character, because an escaped backslash doesn't start another escape.
        _ => Token::unchanged(text.chars().take(2).map(char::len_utf8).sum()),
    }
}

/// Returns the code unit in an escape such as `\ud83d`.
fn utf16_unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

/// Reads a number that JSON doesn't have. Its replacement is a string.
fn special_number(text: &str) -> Token {
    const STRINGS: [&str; 3] = ["\"NaN\"", "\"Infinity\"", "\"-Infinity\""];
    for string in STRINGS {
        let number = string.trim_matches('"');
        if text.starts_with(number) {
            return Token {
                length: number.len(),
                replacement: Some(string),
            };
        }
    }
    Token::unchanged(1)
}

/// Moves commands and actions of a server to the context, because agents might otherwise run them
/// without asking.
pub(crate) fn mark_commands(record: &mut ErrorRecord) {
    let fields = &mut *record.fields;
    let context = &mut fields.context;
    if let Some(fix) = fields.fix_command.take() {
        context.insert("server_fix", fix);
    }
    if let Some(commands) = context.remove(VALUES_FROM) {
        context.insert("server_values_from", commands.json());
    }
    if let Some(check) = fields.check_command.take() {
        context.insert("server_check", check);
    }
    if !fields.actions.is_empty() {
        let actions = std::mem::take(&mut fields.actions);
        context.insert("server_actions", ContextValue::from_texts(actions));
    }
}
