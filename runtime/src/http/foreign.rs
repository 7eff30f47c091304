//! The JSON in which other servers tell errors.

use super::fields;
use crate::context::REDACTED;
use crate::format::Format;
use crate::record::ErrorRecord;
use crate::secret::looks_secret;
use crate::text::clean;
use serde_json::{Map, Value};

/// Where servers put the message, the most telling first.
const MESSAGES: &[&str] = &[
    "message",
    "error_message",
    "errorMessage",
    "error_description",
    "msg",
    "detail",
    "description",
    "title",
    "reason",
];

/// Where they put the code.
const CODES: &[&str] = &["code", "error_code", "errorCode", "status", "type", "__type", "error"];

/// Whether an object has what a problem has and no other error.
pub(super) fn looks_like_problem(value: &Value) -> bool {
    let has = |name: &str| value.get(name).is_some_and(Value::is_string);
    has("title") && (has("detail") || has("type") || value.get("status").is_some_and(Value::is_u64))
}

/// Reads a problem in which members are of the wrong type: those of the RFC count for nothing then (RFC 9457, section 3.1),
/// and those that are ours by name are extension members like all others.
pub(super) fn problem(value: &Value) -> ErrorRecord {
    let Some(members) = value.as_object() else { return read(value) };
    let (mut own, mut other) = (Map::new(), Vec::new());
    for (name, value) in members {
        let fits = match name.as_str() {
            "type" | "title" | "detail" | "instance" if !value.is_string() => continue,
            "code" | "cause" | "explanation" | "suggestion" | "fix_required" | "fix_command" | "docs_url"
            | "message" | "summary" | "body" => value.is_string(),
            "retryable" => value.is_boolean(),
            "context" => value.is_object(),
            "causes" | "actions" => value.as_array().is_some_and(|list| list.iter().all(Value::is_string)),
            "exit_code" => false,
            _ => true,
        };
        match fits {
            true => drop(own.insert(name.clone(), value.clone())),
            false => other.push((name.clone(), value.clone())),
        }
    }
    let parsed = Format::Problem.parse(&Value::Object(own).to_string());
    let mut record = parsed.unwrap_or_else(|_| ErrorRecord::new("", ""));
    record.context.extend(other.into_iter().map(kept));
    record
}

/// Reads an object with a message in one of the usual places: at the top, in `error`, or in the first of `errors`.
pub(super) fn read(value: &Value) -> ErrorRecord {
    let mut outer = match value {
        Value::Object(outer) => outer.clone(),
        Value::Array(errors) => return errors.first().filter(|first| first.is_object()).map_or_else(nothing, read),
        Value::String(text) => return super::page::plain(text),
        Value::Null | Value::Bool(_) | Value::Number(_) => return nothing(),
    };
    let mut inner = take_inner(&mut outer).unwrap_or_default();
    let mut record = nothing();
    let message = take(&mut inner, MESSAGES, text).or_else(|| take(&mut outer, MESSAGES, text));
    let code = take(&mut inner, CODES, identifier).or_else(|| take(&mut outer, CODES, identifier));
    // `{"error": "Not found"}` has no other message, `{"error": "invalid_grant"}` not even that.
    let message = message.or_else(|| take(&mut outer, &["error"], text));
    record.message = message.or_else(|| code.clone()).unwrap_or_default();
    record.code = code.unwrap_or_default();
    // What both say, the inner one says of the error itself.
    outer.append(&mut inner);
    record.context.extend(outer.into_iter().map(kept));
    record
}

fn nothing() -> ErrorRecord {
    ErrorRecord::new("", "")
}

/// The object in `error`, or the first of `errors` where nothing else has a message and they are not about fields.
fn take_inner(outer: &mut Map<String, Value>) -> Option<Map<String, Value>> {
    if let Some(name) = name_of(outer, "error").filter(|name| outer[name].is_object()) {
        return match outer.remove(&name) {
            Some(Value::Object(inner)) => Some(inner),
            _ => None,
        };
    }
    let has_message = MESSAGES.iter().any(|name| name_of(outer, name).is_some_and(|name| outer[&name].is_string()));
    let errors = outer.get("errors").filter(|errors| !has_message && fields::read(errors).is_none())?.as_array()?;
    let (first, is_only) = (errors.first()?.as_object()?.clone(), errors.len() == 1);
    if is_only {
        outer.remove("errors");
    }
    Some(first)
}

/// The name as the object spells it, in whatever case.
fn name_of(object: &Map<String, Value>, name: &str) -> Option<String> {
    let spelled = object.contains_key(name).then_some(name);
    let spelled = spelled.or_else(|| object.keys().map(String::as_str).find(|known| known.eq_ignore_ascii_case(name)));
    spelled.map(str::to_owned)
}

/// Takes the first member out of the object that has one of the names and makes sense.
fn take(object: &mut Map<String, Value>, names: &[&str], read: fn(&Value) -> Option<String>) -> Option<String> {
    names.iter().find_map(|name| {
        let name = name_of(object, name)?;
        let meaning = read(&object[&name])?;
        object.remove(&name);
        Some(meaning)
    })
}

fn text(value: &Value) -> Option<String> {
    Some(clean(&value.as_str()?.trim())).filter(|text| !text.is_empty())
}

/// The text if it is a name and no sentence, as codes are.
fn identifier(value: &Value) -> Option<String> {
    const LONGEST: usize = 63;
    let text = value.as_str()?;
    // `com.example.service#NotFound`, as AWS writes it.
    let name = text.rsplit_once('#').map_or(text, |(_, name)| name);
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.len() <= LONGEST
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte));
    is_name.then(|| name.to_owned())
}

/// A member as context. What looks like a secret is an echo of what the caller sent.
fn kept((name, value): (String, Value)) -> (String, Value) {
    let value = if looks_secret(&name) && !value.is_null() { REDACTED.into() } else { value };
    (name, value)
}

/// Makes field errors of the list of invalid fields in the context, if there is one and only that.
pub(super) fn lift_field_errors(record: &mut ErrorRecord) {
    if !record.field_errors.is_empty() {
        return;
    }
    let found = record.context.iter().enumerate().find_map(|(place, (name, value))| {
        let listed = fields::LISTS.iter().any(|list| name.eq_ignore_ascii_case(list));
        Some((place, fields::read(value).filter(|_| listed)?))
    });
    if let Some((place, fields)) = found {
        record.context.remove(place);
        record.field_errors = fields;
    }
}
