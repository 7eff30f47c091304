//! Parses the JSON errors of other servers.

pub(crate) mod fields;
pub(crate) mod plain;
mod shape;
pub(crate) mod wait;

use crate::error::record::ErrorRecord;
use crate::text::redact::redact;
use crate::text::sanitize::clean;
use crate::vocabulary::terms::Phase;
use plain::name;
use serde_json::{Map, Value};

/// Members that may contain the message, the most specific first.
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

/// Members that may contain the code.
const CODES: &[&str] = &["code", "error_code", "errorCode", "status", "type", "__type", "error", "errorType", "reason"];

/// Words that only repeat the status. They don't count as codes.
const NO_CODES: &[&str] = &["error", "errors", "fail", "failed", "failure"];

/// Members that may contain the URL of the error's documentation.
pub(super) const PAGES: &[&str] = &["documentation_url", "doc_url", "docs_url", "help_url", "more_info", "error_uri"];

/// Parses an object that contains a message in a usual place: at the top level, in `error` or `detail`, or in the first
/// element of `errors`.
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
    // In `{"error": "Not found"}`, `error` is the message. In `{"error": "invalid_grant"}`, it's the code, which then
    // also serves as the message.
    let message = message.or_else(|| take(&mut outer, &["error"], text));
    record.message = message.or_else(|| code.clone()).unwrap_or_default();
    record.code = code.unwrap_or_default();
    // If both objects contain a member, the inner one describes the error itself.
    outer.append(&mut inner);
    if record.message.is_empty() {
        // In Django's errors, the object itself is the list of fields. These members contain the messages that don't
        // belong to a field.
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

/// Parses an error that another system returned, such as GitHub or Stripe. Returns `None` if the JSON isn't an error.
pub(super) fn parse(value: &Value) -> Option<ErrorRecord> {
    let value = value.as_array().and_then(|errors| errors.first()).unwrap_or(value);
    if !shape::is_error(value) {
        return None;
    }
    let mut record = read(value);
    lift_status(&mut record);
    let listed = record.context.clone();
    lift_field_errors(&mut record);
    // If a list contains more than field names and messages, it stays in the context as well.
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

/// Moves an HTTP status from the context to the record's status. In `code`, any other number becomes the code.
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
            // JSON-RPC has numeric codes.
            _ if *name == "code" && record.code.is_empty() => record.code = number.to_string(),
            _ => continue,
        }
        record.context.remove(place);
    }
}

fn nothing() -> ErrorRecord {
    ErrorRecord::unknown("", "")
}

/// Removes and returns the object that describes the error: `error`, `detail`, or the first of `errors`. `errors` is
/// only used if there's no other message and it doesn't list fields.
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

/// Returns the code of a GraphQL error, or of the first detail of an error from an older Google service.
fn within(error: &Map<String, Value>) -> Option<String> {
    let extended = error.get("extensions").and_then(|extensions| extensions.get("code"));
    extended.or_else(|| error.get("errors")?.get(0)?.get("reason")).and_then(identifier)
}

/// Returns the name as the object spells it. The search is case-insensitive.
fn name_of(object: &Map<String, Value>, name: &str) -> Option<String> {
    let spelled = object.contains_key(name).then_some(name);
    let spelled = spelled.or_else(|| object.keys().map(String::as_str).find(|known| known.eq_ignore_ascii_case(name)));
    spelled.map(str::to_owned)
}

/// Removes the first member that has one of the names and a value that `read` accepts. Returns the result of `read`.
fn take(object: &mut Map<String, Value>, names: &[&str], read: fn(&Value) -> Option<String>) -> Option<String> {
    names.iter().find_map(|name| {
        let name = name_of(object, name)?;
        let meaning = read(&object[&name])?;
        object.remove(&name);
        Some(meaning)
    })
}

/// Returns the message in a string, a list of strings, or a localized string.
fn text(value: &Value) -> Option<String> {
    let one = |value: &Value| Some(clean(&value.as_str()?.trim())).filter(|text| !text.is_empty());
    match value {
        Value::Array(list) if !list.is_empty() => Some(list.iter().map(one).collect::<Option<Vec<_>>>()?.join("; ")),
        Value::Object(localized) if localized.contains_key("lang") => one(localized.get("value")?),
        other => one(other),
    }
}

/// Returns the URL if the value is an HTTP URL.
fn page(value: &Value) -> Option<String> {
    text(value).filter(|text| text.starts_with("https://") || text.starts_with("http://"))
}

/// Returns the code if the value is an identifier and not a sentence.
fn identifier(value: &Value) -> Option<String> {
    name(value.as_str()?).filter(|name| !NO_CODES.iter().any(|word| name.eq_ignore_ascii_case(word)))
}

/// Converts a member to a context value. Redacts secrets, because servers may repeat what the caller sent.
pub(crate) fn kept((name, mut value): (String, Value)) -> (String, Value) {
    redact(&name, &mut value);
    (name, value)
}

/// Moves a documentation URL from the context to the record.
pub(crate) fn lift_page(record: &mut ErrorRecord) {
    let is_page = |(name, value): &(String, Value)| PAGES.contains(&name.as_str()) && page(value).is_some();
    if let Some(place) = record.context.iter().position(is_page).filter(|_| record.docs_url.is_none()) {
        let (_, value) = record.context.remove(place);
        record.docs_url = page(&value);
    }
}

/// Converts a list of invalid fields in the context to field errors. The `details` member stays in the context, because
/// it contains other data as well.
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
