//! Interprets the responses of calls.

use agent_error::ErrorRecord;
use serde_json::Value;

/// Whether an error is retryable.
pub(super) fn retries(failure: &ErrorRecord) -> bool {
    failure.facts.retryable == Some(true) || failure.retry_after.is_some()
}

/// Formats the code and the message of an error on one line.
pub(super) fn summary(failure: &ErrorRecord) -> String {
    match failure.code.is_empty() {
        true => failure.message.clone(),
        false => format!("{}: {}", failure.code, failure.message),
    }
}

/// Whether a response contains no information: no list with elements and no nonempty string. If the response contains a
/// list, numbers and booleans are ignored, because they're probably counts and flags.
pub(super) fn is_empty(data: &Value) -> bool {
    fn has_content(value: &Value, in_lists: bool) -> bool {
        match value {
            Value::Null => false,
            Value::Bool(_) | Value::Number(_) => !in_lists,
            Value::String(text) => !text.trim().is_empty(),
            Value::Array(values) => !values.is_empty(),
            Value::Object(members) => members.values().any(|value| has_content(value, in_lists)),
        }
    }
    fn has_list(value: &Value) -> bool {
        match value {
            Value::Array(_) => true,
            Value::Object(members) => members.values().any(has_list),
            _ => false,
        }
    }
    !has_content(data, has_list(data))
}
