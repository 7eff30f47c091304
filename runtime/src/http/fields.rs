//! Lists of invalid fields, as other servers write them.

use crate::field_error::FieldError;
use crate::text::clean;
use serde_json::Value;

/// The members that hold such lists.
pub(super) const LISTS: &[&str] =
    &["errors", "invalid-params", "invalid_params", "violations", "detail", "details", "fields", "field_errors"];

/// Where the name of the field stands.
const NAMES: &[&str] =
    &["field", "pointer", "path", "loc", "param", "parameter", "property", "propertyName", "name", "source"];

/// Where its message stands.
const MESSAGES: &[&str] = &["message", "detail", "msg", "reason", "description", "title", "error"];

/// The fields, if every element is about one: `[{"field": …, "message": …}]`, or `{"field": ["message", …]}`.
pub(super) fn read(value: &Value) -> Option<Vec<FieldError>> {
    let fields: Vec<_> = match value {
        Value::Array(list) => list.iter().map(element).collect::<Option<_>>()?,
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| Some(FieldError::new(name, messages(value)?))).collect::<Option<_>>()?
        }
        _ => return None,
    };
    Some(fields).filter(|fields| !fields.is_empty())
}

fn element(value: &Value) -> Option<FieldError> {
    let first = |names: &[&str], read: fn(&Value) -> Option<String>| {
        names.iter().find_map(|name| value.get(*name).and_then(read))
    };
    Some(FieldError::new(first(NAMES, path)?, first(MESSAGES, |value| value.as_str().map(|text| clean(&text)))?))
}

/// The path of a field: `#/items/0` and `["body", "items", 0]` are `items.0`.
fn path(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => {
            let pointer = text.strip_prefix('#').unwrap_or(text);
            let Some(pointer) = pointer.strip_prefix('/') else { return Some(clean(&text)) };
            let names = pointer.split('/').map(|name| name.replace("~1", "/").replace("~0", "~"));
            Some(clean(&names.collect::<Vec<_>>().join(".")))
        }
        Value::Array(names) => {
            let name =
                |name: &Value| name.as_str().map(str::to_owned).or_else(|| name.as_u64().map(|at| at.to_string()));
            let names: Vec<_> = names.iter().map(name).collect::<Option<_>>()?;
            // What FastAPI puts first says where in the request the field stands.
            let inside = names.split_first().filter(|(place, rest)| *place == "body" && !rest.is_empty());
            Some(clean(&inside.map_or(names.as_slice(), |(_, rest)| rest).join(".")))
        }
        // JSON:API
        Value::Object(source) => source.get("pointer").or_else(|| source.get("parameter")).and_then(path),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// A message, or several as one text.
fn messages(value: &Value) -> Option<String> {
    let text = |value: &Value| value.as_str().map(|text| clean(&text));
    match value {
        Value::Array(list) if !list.is_empty() => Some(list.iter().map(text).collect::<Option<Vec<_>>>()?.join(" ")),
        other => text(other),
    }
}
