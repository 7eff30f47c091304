//! Parses the lists of invalid fields in other servers' errors.

use crate::error::field_error::FieldError;
use crate::format::parsing::pointer;
use crate::text::sanitize::clean;
use serde_json::{Map, Value};

/// Members that contain a list of invalid fields.
const LISTS: &[&str] =
    &["errors", "invalid-params", "invalid_params", "violations", "fields", "field_errors", "fieldErrors"];

/// Members that contain a list of invalid fields or something else.
const OFTEN_OTHER: &[&str] = &["detail", "details", "message"];

/// Members of `details` that contain a list of invalid fields.
const INSIDE: &[&str] = &["errors", "causes", "fieldViolations", "field_violations"];

/// Members that may contain the name of the field.
const NAMES: &[&str] =
    &["field", "pointer", "path", "loc", "param", "parameter", "property", "propertyName", "name", "source", "target"];

/// Members that may contain the message about the field.
const MESSAGES: &[&str] =
    &["message", "detail", "msg", "defaultMessage", "reason", "description", "title", "error", "code"];

/// Returns the invalid fields if the member is a list of them.
pub(crate) fn under(name: &str, value: &Value) -> Option<Vec<FieldError>> {
    let is_one_of = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    let has_only_lists = || value.as_object().is_none_or(|members| members.values().all(Value::is_array));
    (is_one_of(LISTS) || (is_one_of(OFTEN_OTHER) && has_only_lists())).then(|| read(value))?
}

/// Returns the invalid fields in the `details` of an error, which may contain other data as well.
pub(crate) fn inside(name: &str, value: &Value) -> Option<Vec<FieldError>> {
    let inside = |value: &Value| INSIDE.iter().find_map(|name| read(value.get(*name)?));
    let listed = || value.as_array()?.iter().find_map(inside);
    name.eq_ignore_ascii_case("details").then(|| inside(value).or_else(listed))?
}

/// Returns the invalid fields of an object in which every member is a list of messages.
pub(crate) fn of_lists(members: &Map<String, Value>) -> Option<Vec<FieldError>> {
    let has_only_lists = members.values().all(Value::is_array);
    has_only_lists.then(|| read(&Value::Object(members.clone())))?
}

/// Returns the invalid fields if every element describes one. Accepts `[{"field": …, "message": …}]` and
/// `{"field": ["message", …]}`.
pub(crate) fn read(value: &Value) -> Option<Vec<FieldError>> {
    let fields: Vec<_> = match value {
        Value::Array(list) => list.iter().map(element).collect::<Option<_>>()?,
        Value::Object(fields) => {
            let field = |(name, value): (&String, _)| Some(FieldError::new(path_of(name), messages(value)?));
            fields.iter().map(field).collect::<Option<_>>()?
        }
        _ => return None,
    };
    Some(fields).filter(|fields| !fields.is_empty())
}

fn element(value: &Value) -> Option<FieldError> {
    // In GraphQL errors, `path` refers to the response.
    if ["locations", "extensions"].iter().any(|name| value.get(*name).is_some()) {
        return None;
    }
    let first = |names: &[&str], read: fn(&Value) -> Option<String>| {
        names.iter().find_map(|name| value.get(*name).and_then(read))
    };
    Some(FieldError::new(first(NAMES, path)?, first(MESSAGES, |value| value.as_str().map(|text| clean(&text)))?))
}

/// Converts a path to dot notation. `#/items/0`, `$.items.0` and `["body", "items", 0]` all become `items.0`.
fn path(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(path_of(text)),
        Value::Array(names) => {
            let name =
                |name: &Value| name.as_str().map(str::to_owned).or_else(|| name.as_u64().map(|at| at.to_string()));
            let names: Vec<_> = names.iter().map(name).collect::<Option<_>>()?;
            // FastAPI's paths start with the part of the request.
            let inside = names.split_first().filter(|(place, rest)| *place == "body" && !rest.is_empty());
            Some(clean(&inside.map_or(names.as_slice(), |(_, rest)| rest).join(".")))
        }
        // In JSON:API errors, `source` is an object.
        Value::Object(source) => source.get("pointer").or_else(|| source.get("parameter")).and_then(path),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

fn path_of(text: &str) -> String {
    let path = pointer::path(text);
    clean(&path.as_deref().unwrap_or_else(|| text.strip_prefix("$.").unwrap_or(text)))
}

/// Returns a message, or several messages joined with spaces.
fn messages(value: &Value) -> Option<String> {
    let text = |value: &Value| value.as_str().map(|text| clean(&text));
    match value {
        Value::Array(list) if !list.is_empty() => Some(list.iter().map(text).collect::<Option<Vec<_>>>()?.join(" ")),
        other => text(other),
    }
}
