//! The JSON in which other servers report errors.

pub(crate) mod fields;
pub(crate) mod plain;
mod shape;
pub(crate) mod wait;

use crate::error::record::ErrorRecord;
use crate::text::clean::clean;
use crate::text::redact::redact;
use crate::vocabulary::terms::Phase;
use plain::name;
use serde_json::{Map, Value};

/// The members with the message, the most specific first.
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
    "errorMessages",
    "errors",
];

/// The members with the code.
const CODES: &[&str] = &["code", "error_code", "errorCode", "status", "type", "__type", "error", "errorType", "reason"];

/// Codes that only repeat the status.
const NO_CODES: &[&str] = &["error", "errors", "fail", "failed", "failure"];

/// The members with the address of a page about the error.
pub(super) const PAGES: &[&str] = &["documentation_url", "doc_url", "docs_url", "help_url", "more_info", "error_uri"];

/// Reads an object with a message in one of the usual places: at the top, in `error`, or in the first of `errors`.
pub(crate) fn read(value: &Value) -> ErrorRecord {
    let mut outer = match value {
        Value::Object(outer) => outer.clone(),
        Value::Array(errors) => return errors.first().filter(|first| first.is_object()).map_or_else(nothing, read),
        Value::String(text) => return plain::read(text),
        Value::Null | Value::Bool(_) | Value::Number(_) => return nothing(),
    };
    let mut inner = take_inner(&mut outer).unwrap_or_default();
    let mut record = nothing();
    let message = take(&mut inner, MESSAGES, text).or_else(|| take(&mut outer, MESSAGES, text));
    let code = take(&mut inner, CODES, identifier).or_else(|| within(&inner));
    let code = code.or_else(|| take(&mut outer, CODES, identifier));
    // `{"error": "Not found"}` has no other message, `{"error": "invalid_grant"}` not even that.
    let message = message.or_else(|| take(&mut outer, &["error"], text));
    record.message = message.or_else(|| code.clone()).unwrap_or_default();
    record.code = code.unwrap_or_default();
    // If both have a member, the inner one is about the error itself.
    outer.append(&mut inner);
    if record.message.is_empty() {
        // Django: the whole object is the list; messages without a field have a special name.
        record.message = take(&mut outer, &["non_field_errors", "__all__"], text).unwrap_or_default();
        if let Some(fields) = fields::of_lists(&outer) {
            record.field_errors = fields;
            outer.clear();
        }
    }
    record.detail = take(&mut outer, &["errors"], text);
    record.context.extend(outer.into_iter().map(kept));
    record
}

/// Reads an error of another system, without adding facts. `None` for any other JSON.
pub(super) fn parse(value: &Value) -> Option<ErrorRecord> {
    let value = value.as_array().and_then(|errors| errors.first()).unwrap_or(value);
    if !shape::is_error(value) {
        return None;
    }
    let mut record = read(value);
    lift_status(&mut record);
    let listed = record.context.clone();
    lift_field_errors(&mut record);
    // A list with more than names and messages of fields also stays in the context.
    let says_more = |value: &Value| value.as_array().is_some_and(|list| list.iter().any(has_more_than_two));
    for (name, value) in listed.into_iter().filter(|(_, value)| says_more(value)) {
        record.context.insert_new(name, value);
    }
    lift_page(&mut record);
    record.retry_after = wait::of_body(value);
    record.facts.retryable = record.retry_after.is_some().then_some(true);
    if record.message.is_empty() && !record.field_errors.is_empty() {
        INVALID.clone_into(&mut record.message);
        record.facts.phase = Some(Phase::Validation);
    }
    (!record.message.is_empty()).then_some(record)
}

/// The message of an error that only lists invalid fields.
pub(super) const INVALID: &str = "invalid input";

fn has_more_than_two(value: &Value) -> bool {
    value.as_object().is_some_and(|members| members.len() > 2)
}

/// Moves an unambiguous status from the context into the status, and any other number in its place into the code.
fn lift_status(record: &mut ErrorRecord) {
    const NAMES: &[&str] = &["code", "status", "statusCode", "status_code", "httpStatus", "http_status"];
    let number = |value: &Value| value.as_i64().or_else(|| value.as_str()?.parse().ok());
    for name in NAMES {
        let Some(place) = record.context.iter().position(|(known, _)| known == name) else { continue };
        let Some(number) = number(&record.context[place].1) else { continue };
        match u16::try_from(number) {
            Ok(status @ 400..=599) if record.facts.status.is_none_or(|known| known == status) => {
                record.facts.status = Some(status);
            }
            // As in JSON-RPC.
            _ if *name == "code" && record.code.is_empty() => record.code = number.to_string(),
            _ => continue,
        }
        record.context.remove(place);
    }
}

fn nothing() -> ErrorRecord {
    ErrorRecord::unknown("", "")
}

/// The object in `error` or `detail`, or the first of `errors` if no other member has a message and they are not about
/// fields.
fn take_inner(outer: &mut Map<String, Value>) -> Option<Map<String, Value>> {
    for (name, is_error) in [("error", true), ("odata.error", true), ("detail", false)] {
        let object = name_of(outer, name).and_then(|name| Some((outer.get(&name)?.as_object()?.clone(), name)));
        if let Some((inner, name)) = object.filter(|(inner, _)| is_error || has_message(inner)) {
            outer.remove(&name);
            return Some(inner);
        }
    }
    let errors =
        outer.get("errors").filter(|errors| !has_message(outer) && fields::read(errors).is_none())?.as_array()?;
    let (first, is_only) = (errors.first()?.as_object()?.clone(), errors.len() == 1);
    if is_only {
        outer.remove("errors");
    }
    Some(first)
}

fn has_message(object: &Map<String, Value>) -> bool {
    MESSAGES.iter().any(|name| name_of(object, name).is_some_and(|name| text(&object[&name]).is_some()))
}

/// The code of GraphQL, or of the first error in a list of Google's older services.
fn within(error: &Map<String, Value>) -> Option<String> {
    let extended = error.get("extensions").and_then(|extensions| extensions.get("code"));
    extended.or_else(|| error.get("errors")?.get(0)?.get("reason")).and_then(identifier)
}

/// The name as the object spells it, in any case.
fn name_of(object: &Map<String, Value>, name: &str) -> Option<String> {
    let spelled = object.contains_key(name).then_some(name);
    let spelled = spelled.or_else(|| object.keys().map(String::as_str).find(|known| known.eq_ignore_ascii_case(name)));
    spelled.map(str::to_owned)
}

/// Removes the first member with one of the names and a usable value from the object.
fn take(object: &mut Map<String, Value>, names: &[&str], read: fn(&Value) -> Option<String>) -> Option<String> {
    names.iter().find_map(|name| {
        let name = name_of(object, name)?;
        let meaning = read(&object[&name])?;
        object.remove(&name);
        Some(meaning)
    })
}

/// A text, a list of texts, or a text in a named language.
fn text(value: &Value) -> Option<String> {
    let one = |value: &Value| Some(clean(&value.as_str()?.trim())).filter(|text| !text.is_empty());
    match value {
        Value::Array(list) if !list.is_empty() => Some(list.iter().map(one).collect::<Option<Vec<_>>>()?.join("; ")),
        Value::Object(localized) if localized.contains_key("lang") => one(localized.get("value")?),
        other => one(other),
    }
}

/// An address for a browser.
fn page(value: &Value) -> Option<String> {
    text(value).filter(|text| text.starts_with("https://") || text.starts_with("http://"))
}

/// The text if it is a name and not a sentence, as codes are.
fn identifier(value: &Value) -> Option<String> {
    name(value.as_str()?).filter(|name| !NO_CODES.iter().any(|word| name.eq_ignore_ascii_case(word)))
}

/// A member as context. A value that looks like a secret repeats what the caller sent.
pub(crate) fn kept((name, mut value): (String, Value)) -> (String, Value) {
    redact(&name, &mut value);
    (name, value)
}

/// Moves an address with a suitable name from the context into the docs URL.
pub(crate) fn lift_page(record: &mut ErrorRecord) {
    let is_page = |(name, value): &(String, Value)| PAGES.contains(&name.as_str()) && page(value).is_some();
    if let Some(place) = record.context.iter().position(is_page).filter(|_| record.docs_url.is_none()) {
        let (_, value) = record.context.remove(place);
        record.docs_url = page(&value);
    }
}

/// Converts a list of invalid fields in the context into field errors. The details stay, since they have more in them.
pub(crate) fn lift_field_errors(record: &mut ErrorRecord) {
    if !record.field_errors.is_empty() {
        return;
    }
    let mut members = record.context.iter().enumerate();
    if let Some((place, fields)) = members.find_map(|(at, (name, value))| Some((at, fields::under(name, value)?))) {
        record.context.remove(place);
        record.field_errors = fields;
    } else if let Some(fields) = record.context.iter().find_map(|(name, value)| fields::inside(name, value)) {
        record.field_errors = fields;
    }
}
