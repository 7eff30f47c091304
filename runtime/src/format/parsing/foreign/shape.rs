//! Detects whether JSON from another server is an error.

use serde_json::{Map, Value};

/// Members that contain the message of an error.
const MESSAGES: &[&str] = &["message", "Message", "msg", "error_message", "errorMessage"];

/// Members that contain the code of an error.
const CODES: &[&str] = &["code", "Code", "error_code", "errorCode", "errorType", "__type"];

/// Members that contain the status of an error.
const STATUSES: &[&str] = &["status", "statusCode", "status_code", "httpStatus", "http_status"];

/// Whether a value has the shape of an error. `message` or `title` alone isn't enough, because many other objects have
/// them.
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

/// Whether the object itself is an error.
fn is_flat(object: &Map<String, Value>) -> bool {
    let is_kubernetes = object.get("kind").is_some_and(|kind| kind == "Status");
    let failed = object.get("status").is_some_and(|status| status == "Failure");
    let has_code = has_text(object, CODES) || object.get("code").is_some_and(Value::is_i64);
    // GitHub's errors contain the URL of a documentation page.
    let is_marked = has_code || has_text(object, &["documentation_url"]) || has_failed(object);
    let is_oauth =
        has_text(object, &["error"]) && (has_text(object, &["error_description"]) || object.contains_key("ok"));
    (is_kubernetes && failed) || (has_text(object, MESSAGES) && is_marked) || is_oauth || is_fast_api(object)
}

/// Whether the object lists errors, as in GraphQL, JSON:API and Jira.
fn is_listed(object: &Map<String, Value>) -> bool {
    let first = |name: &str| object.get(name)?.as_array()?.first();
    let error = first("errors").and_then(Value::as_object);
    error.is_some_and(|error| has_text(error, &["message", "title", "detail"]))
        || first("errorMessages").is_some_and(Value::is_string)
}

/// Whether `detail` is the only member, and contains a string or `FastAPI`'s list of invalid fields.
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
