//! Recognizes JSON errors of any server.

use serde_json::{Map, Value};

/// The place of the message, if an object is an error.
const MESSAGES: &[&str] = &["message", "Message", "msg", "error_message", "errorMessage"];

/// The place of its code.
const CODES: &[&str] = &["code", "Code", "error_code", "errorCode", "errorType", "__type"];

/// The place of its status.
const STATUSES: &[&str] = &["status", "statusCode", "status_code", "httpStatus", "http_status"];

/// Whether a value has one of the shapes of an error. A `message` or a `title` is not enough, since much JSON has one.
pub(super) fn is_error(value: &Value) -> bool {
    let Some(object) = value.as_object() else { return false };
    if object.get("ok") == Some(&Value::Bool(true)) {
        return false;
    }
    let inner = ["error", "odata.error"].iter().find_map(|name| object.get(*name)?.as_object());
    inner.is_some_and(says_something) || is_flat(object) || is_listed(object)
}

fn says_something(object: &Map<String, Value>) -> bool {
    has_text(object, MESSAGES) || has_text(object, &["error_description", "detail", "description"])
}

/// An error in one object.
fn is_flat(object: &Map<String, Value>) -> bool {
    let is_kubernetes = object.get("kind").is_some_and(|kind| kind == "Status");
    let failed = object.get("status").is_some_and(|status| status == "Failure");
    let has_code = has_text(object, CODES) || object.get("code").is_some_and(Value::is_i64);
    // GitHub adds a page.
    let is_marked = has_code || has_text(object, &["documentation_url"]) || has_failed(object);
    let is_oauth =
        has_text(object, &["error"]) && (has_text(object, &["error_description"]) || object.contains_key("ok"));
    (is_kubernetes && failed) || (has_text(object, MESSAGES) && is_marked) || is_oauth || is_fast_api(object)
}

/// GraphQL and JSON:API list errors, Jira messages.
fn is_listed(object: &Map<String, Value>) -> bool {
    let first = |name: &str| object.get(name)?.as_array()?.first();
    let error = first("errors").and_then(Value::as_object);
    error.is_some_and(|error| has_text(error, &["message", "title", "detail"]))
        || first("errorMessages").is_some_and(Value::is_string)
}

/// `{"detail": …}` alone: a text, or the mistakes by field.
fn is_fast_api(object: &Map<String, Value>) -> bool {
    let is_field = |value: &Value| value.get("loc").is_some() && value.get("msg").is_some();
    object.len() == 1
        && object.get("detail").is_some_and(|detail| match detail {
            Value::Array(fields) => !fields.is_empty() && fields.iter().all(is_field),
            detail => detail.is_string(),
        })
}

fn has_failed(object: &Map<String, Value>) -> bool {
    let status = |value: &Value| value.as_u64().or_else(|| value.as_str()?.parse().ok());
    STATUSES.iter().any(|name| object.get(*name).and_then(status).is_some_and(|status| (400..=599).contains(&status)))
}

fn has_text(object: &Map<String, Value>, names: &[&str]) -> bool {
    names.iter().any(|name| match object.get(*name) {
        Some(Value::String(text)) => !text.trim().is_empty(),
        Some(Value::Array(texts)) => texts.first().is_some_and(Value::is_string),
        _ => false,
    })
}
